import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type GcsServer, startGcs } from '../../../../../test/support/storage/gcs.ts';
import { type S3Server, startS3 } from '../../../../../test/support/storage/s3.ts';
import { readConfig } from '../../config/config.ts';
import { dataKey } from '../../secrets/keys.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { createDiskEngine } from '../disk.ts';
import type { Engine } from '../engine.ts';
import { createGcsEngine } from '../gcs/gcs.ts';
import type { Limits } from '../remote/calls.ts';
import { createS3Engine } from '../s3/s3.ts';
import type { Stored } from '../storage.ts';

/** Small sizes for tests. */
export const smallLimits: Limits = {
  answerMs: 20_000,
  stallMs: 20_000,
  repeatWithinMs: 20_000,
  repeats: 2,
  partBytes: 512 * 1024,
};

export interface Running<S = unknown> {
  engine: Engine;
  server: S;
  /** Everything that is stored, including incomplete uploads. */
  everything(): string[];
  stop(): Promise<void>;
}

export async function diskEngine(): Promise<Running<string>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-storage-'));
  return {
    engine: await createDiskEngine(directory),
    server: directory,
    everything: () =>
      fs
        .readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
        .sort(),
    stop: async () => fs.rmSync(directory, { recursive: true }),
  };
}

export async function s3Engine(
  limits: Limits = smallLimits,
  env: Record<string, string> = {},
): Promise<Running<S3Server>> {
  const server = await startS3();
  server.minPartBytes = Math.min(server.minPartBytes, limits.partBytes);
  const { storage } = readConfig({ ...server.env, ...env });
  if (storage.kind !== 's3') throw new Error('Not S3');
  return {
    engine: createS3Engine(storage, limits),
    server,
    everything: () => [...server.objects.keys(), ...server.uploads.keys()].sort(),
    stop: server.stop,
  };
}

export async function gcsEngine(
  limits: Limits = smallLimits,
  env: (server: GcsServer) => Record<string, string> = () => ({}),
): Promise<Running<GcsServer>> {
  const server = await startGcs();
  const { storage } = readConfig({ ...server.env, ...env(server) });
  if (storage.kind !== 'gcs') throw new Error('Not Google');
  return {
    engine: await createGcsEngine(storage, limits),
    server,
    everything() {
      const unfinished = [...server.sessions].filter(([, { isDone }]) => !isDone);
      return [...server.objects.keys(), ...unfinished.map(([id]) => id)].sort();
    },
    stop: server.stop,
  };
}

/** A server's keys, the current one first. */
export const secretsOf = (...keys: Buffer[]) => {
  const [first = randomBytes(32), ...others] = keys;
  return createSecrets([dataKey(first), ...others.map(dataKey)]);
};

export const newKey = () => randomUUID();

/** In chunks that match none of our boundaries. */
export function streamOf(bytes: Buffer, chunkBytes = 100_003): Readable {
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
  return Readable.from(chunks(), { objectMode: false });
}

export async function collect(stored: AsyncIterable<Stored>): Promise<Stored[]> {
  const all: Stored[] = [];
  for await (const one of stored) all.push(one);
  return all;
}

/** Sends this many bytes, and fails. */
export function brokenStream(bytes: Buffer): Readable {
  const chunks = function* () {
    yield bytes;
    throw new Error('cut off');
  };
  return Readable.from(chunks(), { objectMode: false });
}
