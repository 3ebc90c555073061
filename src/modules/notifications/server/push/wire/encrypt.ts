import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription. */
export interface Recipient {
  /** Its point on P-256, 65 bytes. */
  publicKey: Buffer;
  /** 16 bytes shared between the browser and us. */
  authSecret: Buffer;
}

const recordBytes = 4096;
/** The delimiter of the last (and only) record. */
const lastRecord = Buffer.of(2);

/**
 * The body of a push (RFC 8291 in the encoding of RFC 8188): only the browser can read it, not the push
 * service. Throws if the browser's public key is invalid.
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

/** Whether these bytes are a point on the curve; nothing could be encrypted for any other. */
export function isPoint(publicKey: Buffer): boolean {
  try {
    const probe = createECDH('prime256v1');
    probe.generateKeys();
    probe.computeSecret(publicKey);
    return true;
  } catch {
    // The library throws for an invalid point.
    return false;
  }
}
