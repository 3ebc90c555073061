import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { dataKey } from '../../src/platform/server/secrets/keys.ts';
import { createSecrets } from '../../src/platform/server/secrets/secrets.ts';
import { createDiskEngine } from '../../src/platform/server/storage/disk.ts';
import { createS3Engine } from '../../src/platform/server/storage/s3/s3.ts';
import { createStorage } from '../../src/platform/server/storage/start.ts';

// A process that only stores a large encrypted file and reads it back; `memory.ts` measures its memory.

const [key = '', megabytes = '0'] = process.argv.slice(2);
const chunk = randomBytes(1024 * 1024);

function stream(hash: ReturnType<typeof createHash>): Readable {
  const chunks = function* () {
    for (let n = 0; n < Number(megabytes); n += 1) {
      hash.update(chunk);
      yield chunk;
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}

const { storage: config } = readConfig(process.env);
if (config.kind === 'gcs') throw new Error('Not in this drill');
const engine =
  config.kind === 's3' ? createS3Engine(config) : await createDiskEngine(config.directory);
const files = createStorage(engine, createSecrets([dataKey(randomBytes(32))])).folder('hr-files');

// The first file loads everything that is loaded once.
const warmUpKey = `${key.slice(0, -1)}0`;
await files.put(warmUpKey, Readable.from([chunk]));
for await (const _ of await files.open(warmUpKey));
await files.delete(warmUpKey);
await sleep(1_000);
process.send?.('idle');

const sent = createHash('sha256');
const received = createHash('sha256');
await files.put(key, stream(sent));
for await (const chunk of await files.open(key)) received.update(chunk);
const isSame = sent.digest('hex') === received.digest('hex');
await files.delete(key);
process.send?.(isSame ? 'same' : 'different');
process.disconnect?.();
