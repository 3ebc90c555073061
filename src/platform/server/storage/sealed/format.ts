import { createCipheriv, createDecipheriv } from 'node:crypto';

/*
 * The format of an encrypted file: a header, then chunks of 64 KiB, each with its tag, under the file's own key.
 * The nonce of a chunk contains its index and whether it is the last (the STREAM construction of Hoang,
 * Reyhanitabar, Rogaway and Vizár, 2015): chunks cannot be swapped, repeated, removed or truncated, and any part of
 * the file can be read separately.
 *
 * header: "FCF1" · id of the wrapping key (8) · wrapped key (60) · first bytes of every nonce (7)
 */

const algorithm = 'aes-256-gcm';
export const chunkBytes = 64 * 1024;
export const keyIdBytes = 8;
export const wrappedBytes = 60;
export const prefixBytes = 7;
const magic = Buffer.from('FCF1');
const tagBytes = 16;
export const sealedChunkBytes = chunkBytes + tagBytes;
export const headerBytes = magic.length + keyIdBytes + wrappedBytes + prefixBytes;
/** The counter of a nonce has 32 bits. */
const maxChunks = 2 ** 32;

export interface Header {
  keyId: Buffer;
  wrapped: Buffer;
  prefix: Buffer;
}

export interface FileKey {
  key: Buffer;
  prefix: Buffer;
}

export function writeHeader({ keyId, wrapped, prefix }: Header): Buffer {
  return Buffer.concat([magic, keyId, wrapped, prefix], headerBytes);
}

/** Null if these are not the first bytes of such a file. */
export function readHeader(bytes: Buffer): Header | null {
  if (bytes.length !== headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
  const [id, key] = [magic.length, magic.length + keyIdBytes];
  return {
    keyId: bytes.subarray(id, key),
    wrapped: bytes.subarray(key, key + wrappedBytes),
    prefix: bytes.subarray(key + wrappedBytes),
  };
}

/** An empty file is one empty chunk: emptiness is authenticated, too. */
const chunksOf = (plainBytes: number) => Math.max(1, Math.ceil(plainBytes / chunkBytes));

/** The encrypted length of this many bytes. */
export const sealedSize = (plainBytes: number) =>
  headerBytes + plainBytes + tagBytes * chunksOf(plainBytes);

/** The plaintext length of an encrypted file; null: no encrypted file has this length. */
export function plainSize(sealedBytes: number): number | null {
  const body = sealedBytes - headerBytes;
  const plain = body - tagBytes * Math.ceil(body / sealedChunkBytes);
  return plain >= 0 && sealedSize(plain) === sealedBytes ? plain : null;
}

/** Index of the last one, from zero. */
export const lastChunk = (plainBytes: number) => chunksOf(plainBytes) - 1;

/** Which chunk a byte is in. */
export const chunkAt = (offset: number) => Math.floor(offset / chunkBytes);

/** The first and last byte of a chunk in the encrypted file. */
export function placeOf(chunk: number, plainBytes: number): { start: number; end: number } {
  const start = headerBytes + chunk * sealedChunkBytes;
  return { start, end: Math.min(start + sealedChunkBytes, sealedSize(plainBytes)) - 1 };
}

/** Identifies a chunk of its file. */
export interface Place {
  number: number;
  isLast: boolean;
}

/** Ciphertext and tag: in two buffers, because copying a large file twice is expensive. */
export function sealChunk(file: FileKey, position: Place, plain: Buffer): Buffer[] {
  const cipher = createCipheriv(algorithm, file.key, nonceOf(file.prefix, position));
  const sealed = cipher.update(plain);
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

/** Throws if this is not that chunk of that file, or not the last one as claimed. */
export function openChunk(file: FileKey, position: Place, sealed: Buffer): Buffer {
  const options = { authTagLength: tagBytes };
  const nonce = nonceOf(file.prefix, position);
  const decipher = createDecipheriv(algorithm, file.key, nonce, options);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(0, -tagBytes));
  decipher.final();
  return plain;
}

function nonceOf(prefix: Buffer, { number, isLast }: Place): Buffer {
  if (number >= maxChunks) throw new RangeError('The file is too long to be encrypted.');
  const nonce = Buffer.alloc(prefixBytes + 5);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, prefixBytes);
  nonce[prefixBytes + 4] = isLast ? 1 : 0;
  return nonce;
}
