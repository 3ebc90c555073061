import { createCipheriv, createDecipheriv } from 'node:crypto';

/*
 * How an encrypted file lies in a folder: a header, then chunks of 64 KiB, each with its tag, under a key
 * of the file's own. The nonce of a chunk says which one it is and whether it is the last (the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015): chunks cannot be swapped, repeated, left
 * out or cut off, and any part of the file can be read by itself.
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

/** Null where these are not the first bytes of such a file. */
export function readHeader(bytes: Buffer): Header | null {
  if (bytes.length !== headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
  const [id, key] = [magic.length, magic.length + keyIdBytes];
  return {
    keyId: bytes.subarray(id, key),
    wrapped: bytes.subarray(key, key + wrappedBytes),
    prefix: bytes.subarray(key + wrappedBytes),
  };
}

/** An empty file is one empty chunk: also that nothing was there is proven. */
const chunksOf = (plainBytes: number) => Math.max(1, Math.ceil(plainBytes / chunkBytes));

/** How long a file of so many bytes is once it is encrypted. */
export const sealedSize = (plainBytes: number) =>
  headerBytes + plainBytes + tagBytes * chunksOf(plainBytes);

/** How many bytes are in a file of this length; null: no encrypted file has this length. */
export function plainSize(sealedBytes: number): number | null {
  const body = sealedBytes - headerBytes;
  const plain = body - tagBytes * Math.ceil(body / sealedChunkBytes);
  return plain >= 0 && sealedSize(plain) === sealedBytes ? plain : null;
}

/** The last one's number, counted from zero. */
export const lastChunk = (plainBytes: number) => chunksOf(plainBytes) - 1;

/** Which chunk a byte is in. */
export const chunkAt = (offset: number) => Math.floor(offset / chunkBytes);

/** Where a chunk lies in the encrypted file: its first and its last byte. */
export function placeOf(chunk: number, plainBytes: number): { start: number; end: number } {
  const start = headerBytes + chunk * sealedChunkBytes;
  return { start, end: Math.min(start + sealedChunkBytes, sealedSize(plainBytes)) - 1 };
}

/** Which chunk of its file one is. */
export interface Place {
  number: number;
  isLast: boolean;
}

/** What is encrypted, and its tag: in two pieces, as copying a large file twice is work. */
export function sealChunk(file: FileKey, place: Place, plain: Buffer): Buffer[] {
  const cipher = createCipheriv(algorithm, file.key, nonceOf(file.prefix, place));
  const sealed = cipher.update(plain);
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

/** Throws where this is not that chunk of that file, or not the last one as claimed. */
export function openChunk(file: FileKey, place: Place, sealed: Buffer): Buffer {
  const options = { authTagLength: tagBytes };
  const nonce = nonceOf(file.prefix, place);
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
