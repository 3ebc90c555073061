import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { message } from '../../../platform/contract/fields.ts';

/** Bytes as browsers encode them: base64url, with or without padding. */
const base64url = (length: number) =>
  // Bounded: one class, a fixed length.
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`)));

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  summary: 'Get the public key that a browser subscribes with',
  access: 'signedIn',
  reply: z.object({ publicKey: z.string() }),
});

export const subscribeDevice = endpoint({
  method: 'PUT',
  path: '/api/push/subscription',
  summary: 'Turn on push notifications on this device, for as long as you are signed in on it',
  access: 'signedIn',
  body: {
    endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
    keys: z.strictObject({
      /** An uncompressed point on P-256: 65 bytes. */
      p256dh: base64url(87),
      /** 16 bytes. */
      auth: base64url(22),
    }),
  },
  reply: message,
});

export const unsubscribeDevice = endpoint({
  method: 'DELETE',
  path: '/api/push/subscription',
  summary: 'Turn off push notifications on this device',
  access: 'signedIn',
  reply: message,
});

export const testPush = endpoint({
  method: 'POST',
  path: '/api/push/test',
  summary: 'Send a test notification to this device',
  access: 'signedIn',
  reply: message,
});
