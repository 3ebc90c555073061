import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { dataKey } from '../../src/platform/server/secrets/keys.ts';
import { createSecrets } from '../../src/platform/server/secrets/secrets.ts';
import { createDiskEngine } from '../../src/platform/server/storage/disk.ts';
import { createS3Engine } from '../../src/platform/server/storage/s3/s3.ts';
import { createStorage } from '../../src/platform/server/storage/start.ts';

// A process that does nothing but keep a large encrypted file and read it back; `memory.ts` watches it.

const [key = '', megabytes = '0'] = process.argv.slice(2);
const piece = randomBytes(1024 * 1024);

function stream(hash: ReturnType<typeof createHash>): Readable {
  const pieces = function* () {
    for (let n = 0; n < Number(megabytes); n += 1) {
      hash.update(piece);
      yield piece;
    }
  };
  return Readable.from(pieces(), { objectMode: false });
}

const { storage: config } = readConfig(process.env);
if (config.kind === 'gcs') throw new Error('Not in this drill');
const engine =
  config.kind === 's3' ? createS3Engine(config) : await createDiskEngine(config.directory);
const files = createStorage(engine, createSecrets([dataKey(randomBytes(32))])).folder('hr-files');

// The first one loads what is loaded once.
const warm = `${key.slice(0, -1)}0`;
await files.put(warm, Readable.from([piece]));
for await (const _ of await files.open(warm));
await files.delete(warm);
await sleep(1_000);
process.send?.('idle');

const [given, got] = [createHash('sha256'), createHash('sha256')];
await files.put(key, stream(given));
for await (const chunk of await files.open(key)) got.update(chunk);
const isSame = given.digest('hex') === got.digest('hex');
await files.delete(key);
process.send?.(isSame ? 'same' : 'different');
process.disconnect?.();
