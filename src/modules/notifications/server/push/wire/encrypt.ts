import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser told of itself when it subscribed. */
export interface Recipient {
  /** Its point on P-256, 65 bytes. */
  publicKey: Buffer;
  /** 16 bytes only it and we know. */
  authSecret: Buffer;
}

const recordBytes = 4096;
/** The last and only record ends with it. */
const lastRecord = Buffer.of(2);

/**
 * The body of a push (RFC 8291 in the encoding of RFC 8188): only the browser can read it, not the
 * service that carries it. Throws where the browser's point is none.
 */
export function encryptPush(text: string, { publicKey, authSecret }: Recipient): Buffer {
  const ours = createECDH('prime256v1');
  const ourPublicKey = ours.generateKeys();
  const shared = ours.computeSecret(publicKey);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ourPublicKey]);
  const secret = derive(shared, authSecret, about, 32);
  const salt = randomBytes(16);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(recordBytes, 16);
  header.writeUInt8(ourPublicKey.length, 20);
  return Buffer.concat([
    header,
    ourPublicKey,
    cipher.update(text, 'utf8'),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function derive(secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Whether these bytes are a point of the curve: nothing could be sent to any other. */
export function isPoint(publicKey: Buffer): boolean {
  try {
    const probe = createECDH('prime256v1');
    probe.generateKeys();
    probe.computeSecret(publicKey);
    return true;
  } catch {
    // The library tells by throwing.
    return false;
  }
}
