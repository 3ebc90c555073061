import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';
import { type KeyRing, keyBytes } from './keys.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface WrappedKey {
  /** Which of the server's keys wraps it: 16 hexadecimal characters. */
  keyId: string;
  /** Base64 of nonce, ciphertext and tag: 60 bytes for a key of 32. */
  wrappedKey: string;
}

/** An encrypted value for JSON: base64 of nonce, ciphertext and tag. */
export interface Sealed extends WrappedKey {
  box: string;
}

/** Encrypts secrets that are stored in a database or a folder: the keys are stored apart from the data. */
export interface Secrets {
  /**
   * Encrypts with a fresh key, wrapped by the server's current key. `context` names what the value belongs to: it
   * cannot be decrypted elsewhere.
   */
  seal(plain: string, context: string): Sealed;
  /** Throws `unavailable` with a message if this server lacks the key, or the bytes were changed. */
  open(sealed: Sealed, context: string): string;
  /** Wraps a key that encrypts something larger than a text, with the server's current one. */
  wrap(key: Buffer, context: string): WrappedKey;
  /** Throws like `open`. */
  unwrap(wrapped: WrappedKey, context: string): Buffer;
  /**
   * HMAC-SHA256 (32 bytes) under the current key: only a holder of the key can compute it for this text and
   * context.
   */
  mac(text: string, context: string): { keyId: string; mac: Buffer };
  /** The same under an earlier key; undefined if this server lacks it. */
  macBy(keyId: string, text: string, context: string): Buffer | undefined;
}

export function createSecrets(keys: KeyRing): Secrets {
  const [current] = keys;
  const known = new Map(keys.map(({ id, bytes }) => [id, bytes]));
  const wrap = (key: Buffer, context: string): WrappedKey => ({
    keyId: current.id,
    wrappedKey: encrypt(current.bytes, key, `key:${context}`).toString('base64'),
  });
  const unwrap = ({ keyId, wrappedKey }: WrappedKey, context: string) => {
    const key = known.get(keyId);
    if (!key) throw keyMissing();
    return decrypt(key, Buffer.from(wrappedKey, 'base64'), `key:${context}`);
  };
  const derived = new Map<string, Buffer>();
  const macBy = (keyId: string, text: string, context: string) => {
    const key = known.get(keyId);
    if (!key) return undefined;
    const name = `${keyId} ${context}`;
    const own = derived.get(name) ?? Buffer.from(hkdfSync('sha256', key, '', `mac:${context}`, 32));
    derived.set(name, own);
    return createHmac('sha256', own).update(text).digest();
  };
  return {
    wrap,
    unwrap,
    macBy,
    mac: (text, context) => ({
      keyId: current.id,
      mac: macBy(current.id, text, context) as Buffer,
    }),
    seal(plain, context) {
      const own = randomBytes(keyBytes);
      const box = encrypt(own, Buffer.from(plain), context).toString('base64');
      return { ...wrap(own, context), box };
    },
    open(sealed, context) {
      const own = unwrap(sealed, context);
      return decrypt(own, Buffer.from(sealed.box, 'base64'), context).toString();
    },
  };
}

function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, box: Buffer, context: string): Buffer {
  try {
    const nonce = box.subarray(0, nonceBytes);
    const options = { authTagLength: tagBytes };
    const cipher = createDecipheriv(algorithm, key, nonce, options).setAAD(Buffer.from(context));
    cipher.setAuthTag(box.subarray(-tagBytes));
    return Buffer.concat([cipher.update(box.subarray(nonceBytes, -tagBytes)), cipher.final()]);
  } catch {
    // Changed in place, or moved from another place: no part of it can be trusted.
    throw damaged();
  }
}

const keyMissing = () =>
  new AppError(
    'unavailable',
    'This can’t be read right now: its encryption key is missing on this server. An administrator has to restore it.',
  );
const damaged = () =>
  new AppError('unavailable', 'This can’t be read: it was changed after it was encrypted.');
