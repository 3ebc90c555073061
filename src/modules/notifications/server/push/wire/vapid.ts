import { sign } from 'node:crypto';
import type { PushKeys } from '../keys.ts';

const validSeconds = 12 * 60 * 60;

/** The `authorization` header that identifies the sender to a push service (RFC 8292). */
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
  const payload = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(payload), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${payload}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}

/** The contact for push services: our URL, or else the sender address of our email. */
export function vapidSubject(publicUrl: string | undefined, mailFrom: string): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  return `mailto:${address.trim()}`;
}
