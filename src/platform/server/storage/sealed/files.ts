import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Secrets } from '../../secrets/secrets.ts';
import { inChunks } from '../chunks.ts';
import { assertSize, damaged } from '../failures.ts';
import type { Files, Folder } from '../storage.ts';
import * as format from './format.ts';
import { openSealed } from './reading.ts';

/**
 * The files of a private folder: plaintext on this side, encrypted in the storage. A file's own key is wrapped by
 * the server's current key for this folder and key only, so that no file can replace another.
 */
export function sealedFiles(files: Files, folder: Folder, secrets: Secrets): Files {
  const contextOf = (key: string) => `file:${folder}/${key}`;
  const sizeOf = async (key: string) => {
    const found = await files.stat(key);
    const size = found && format.plainSize(found.sizeBytes);
    if (found && size === null) throw damaged(`a length of ${found.sizeBytes}`);
    return size;
  };
  return {
    async put(key, stream, { sizeBytes } = {}) {
      const own = { key: randomBytes(32), prefix: randomBytes(format.prefixBytes) };
      const { keyId, wrappedKey } = secrets.wrap(own.key, contextOf(key));
      const header = format.writeHeader({
        keyId: Buffer.from(keyId, 'hex'),
        wrapped: Buffer.from(wrappedKey, 'base64'),
        prefix: own.prefix,
      });
      const sealing = Readable.from(seal(header, own, stream, sizeBytes), { objectMode: false });
      const facts = sizeBytes === undefined ? {} : { sizeBytes: format.sealedSize(sizeBytes) };
      const stored = await files.put(key, sealing, facts);
      return { sizeBytes: format.plainSize(stored.sizeBytes) ?? 0 };
    },
    async open(key, range = {}) {
      const size = await sizeOf(key);
      const unwrap = ({ keyId, wrapped }: format.Header) => {
        const wrappedKey = wrapped.toString('base64');
        return secrets.unwrap({ keyId: keyId.toString('hex'), wrappedKey }, contextOf(key));
      };
      return openSealed({ size, range, unwrap, read: (byteRange) => files.open(key, byteRange) });
    },
    async stat(key) {
      const sizeBytes = await sizeOf(key);
      return sizeBytes === null ? null : { sizeBytes };
    },
    delete: (key) => files.delete(key),
    async *list() {
      for await (const { key, sizeBytes } of files.list()) {
        yield { key, sizeBytes: format.plainSize(sizeBytes) ?? sizeBytes };
      }
    },
  };
}

async function* seal(
  header: Buffer,
  own: format.FileKey,
  stream: Readable,
  expectedBytes?: number,
) {
  yield header;
  let number = 0;
  let plain = 0;
  for await (const { bytes, isLast } of inChunks(stream, format.chunkBytes)) {
    plain += bytes.length;
    if (isLast) assertSize(expectedBytes, plain);
    yield* format.sealChunk(own, { number, isLast }, bytes);
    number += 1;
  }
}
