import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** A key that wraps other keys. Its id is derived from it, so that two keys can never share one. */
export interface DataKey {
  id: string;
  bytes: Buffer;
}

/** The first one encrypts new data, all of them decrypt. */
export type KeyRing = readonly [DataKey, ...DataKey[]];

export const keyBytes = 32;
const fileForm = /\.key$/;
/** Where a server stores the keys it generated. */
export const keyFolder = (dataDir: string) => path.join(dataDir, 'keys');

export function dataKey(bytes: Buffer): DataKey {
  const id = createHash('sha256').update('forecourt data key').update(bytes).digest('hex');
  return { id: id.slice(0, 16), bytes };
}

/**
 * The keys from the configuration, then those in the folder, newest first. If there are none, one is generated in
 * the folder, readable by the server's account only. Throws a message for the operator if a file is not a valid
 * key.
 */
export async function readKeys(configured: readonly string[], folder: string): Promise<KeyRing> {
  const configuredKeys = configured.map((key) => dataKey(Buffer.from(key, 'base64')));
  const [first, ...others] = [...configuredKeys, ...(await readFolder(folder))];
  return first ? [first, ...others] : [await makeKey(folder)];
}

async function readFolder(folder: string): Promise<DataKey[]> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // Their names begin with their creation time.
  const files = names.filter((name) => fileForm.test(name)).sort();
  return Promise.all(files.reverse().map((name) => readKey(path.join(folder, name))));
}

async function readKey(file: string): Promise<DataKey> {
  const bytes = Buffer.from((await fs.readFile(file, 'utf8')).trim(), 'base64');
  if (bytes.length !== keyBytes) throw new Error(`${file} is not a key: restore it from a backup.`);
  return dataKey(bytes);
}

async function makeKey(folder: string): Promise<DataKey> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const key = dataKey(randomBytes(keyBytes));
  const day = new Date().toISOString().replace(/[:.]/g, '-');
  const target = path.join(folder, `${day}-${key.id}.key`);
  const draft = `${target}.new`;
  const handle = await fs.open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.bytes.toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // All or nothing: a partial key would make the next start fail, and what it wrapped unreadable.
  await fs.rename(draft, target);
  const directory = await fs.open(folder);
  await directory.sync().finally(() => directory.close());
  return key;
}
