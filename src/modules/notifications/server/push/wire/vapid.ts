import { sign } from 'node:crypto';
import type { PushKeys } from '../keys.ts';

const validSeconds = 12 * 60 * 60;

/** Says to a push service who sends (RFC 8292): the header `authorization`. */
export function vapidHeader(
  { publicKey, privateKey }: PushKeys,
  endpoint: URL,
  subject: string,
): string {
  const claims = {
    aud: endpoint.origin,
    exp: Math.floor(Date.now() / 1000) + validSeconds,
    sub: subject,
  };
  const words = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(words), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${words}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}

/** Whom a push service can turn to: where we are, or who writes our mail. */
export function vapidSubject(publicUrl: string | undefined, mailFrom: string): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  return `mailto:${address.trim()}`;
}
