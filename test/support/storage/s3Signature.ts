import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { StorageRequest } from './serve.ts';

interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const rfc3986 = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The error code for an invalid AWS Signature Version 4, or null. Written from Amazon's documentation alone, so that it
 * does not repeat errors of the client library.
 */
export function wrongSignature({ method, path, query, headers, body }: StorageRequest, keys: Keys) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, credential = '', signedNames = '', signature = ''] = match;
  const [id, day = '', region = '', service = '', end] = credential.split('/');
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const at = String(headers['x-amz-date']);
  const when = Date.parse(at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - when) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (region !== keys.region || service !== 's3' || end !== 'aws4_request' || !at.startsWith(day)) {
    return 'AuthorizationHeaderMalformed';
  }
  const names = signedNames.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))) {
    return 'AccessDenied';
  }
  const digest = String(headers['x-amz-content-sha256']);
  if (digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    method,
    path,
    [...query]
      .map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedNames,
    digest,
  ].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  const right = hmac(key, toSign);
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
