import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../http/errors.ts';
import { type KeyRing, keyBytes } from './keys.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface WrappedKey {
  /** Which of the server's keys wraps it: 16 hexadecimal signs. */
  keyId: string;
  /** Base64 of nonce, ciphertext and tag: 60 bytes for a key of 32. */
  wrappedKey: string;
}

/** Something encrypted, as JSON may hold it: base64 of nonce, ciphertext and tag. */
export interface Sealed extends WrappedKey {
  box: string;
}

/** Keeps what must not lie open in a database or a folder: the keys are not where the data is. */
export interface Secrets {
  /**
   * Encrypts under a fresh key of its own, wrapped by the server's current key. `context` names what it
   * belongs to: moved elsewhere, it does not open.
   */
  seal(plain: string, context: string): Sealed;
  /** Throws `unavailable` with a sentence where this server lacks the key, or the bytes are not the same. */
  open(sealed: Sealed, context: string): string;
  /** Encrypts a key that encrypts something larger than a text, by the server's current one. */
  wrap(key: Buffer, context: string): WrappedKey;
  /** Throws as `open` does. */
  unwrap(wrapped: WrappedKey, context: string): Buffer;
  /** HMAC-SHA256 (32 bytes) under the current key: only who has it can make the same for this text and context. */
  mac(text: string, context: string): { keyId: string; mac: Buffer };
  /** The same under a key of before; undefined where this server lacks it. */
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
    // Changed where it lay, or moved from another place: not even a part of it is to be trusted.
    throw damaged();
  }
}

const keyMissing = () =>
  new AppError(
    'unavailable',
    'This cannot be read now: the key it was encrypted with is not on this server. An administrator has to put it back.',
  );
const damaged = () =>
  new AppError('unavailable', 'This cannot be read: it is not what was encrypted here.');
