import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Secrets } from '../../../platform/server/secrets/secrets.ts';

const anchorFields = z.object({
  at: z.string(),
  /** The length of the chain, and its last seal in hexadecimal. */
  length: z.number(),
  seal: z.string(),
  /** The entry of that seal. */
  activityId: z.number(),
});
const line = z.extend(anchorFields, { keyId: z.string(), mac: z.string() });

/** The end of the chain at one moment, stored where someone with access to the database cannot change it. */
export type Anchor = z.output<typeof anchorFields>;

export interface Anchors {
  /** The latest anchor this server wrote; null before the first. Throws if the file was tampered with. */
  latest(): Promise<Anchor | null>;
  add(anchor: Anchor): Promise<void>;
}

const context = 'activity anchor';
/** Read from the end of the file; a line has about 250 bytes. */
const tailBytes = 4_096;

/** Anchors in an append-only file in the data folder, one JSON object per line. */
export function openAnchors(dataDir: string, secrets: Secrets): Anchors {
  const file = path.join(dataDir, 'audit', 'activity-anchors.jsonl');
  const textOf = ({ at, length, seal, activityId }: Anchor) =>
    JSON.stringify([at, length, seal, activityId]);
  return {
    async latest() {
      const text = await readTail(file);
      const last = text.trimEnd().split('\n').at(-1);
      if (!last) return null;
      const { keyId, mac, ...anchor } = parseLine(last, file);
      if (secrets.macBy(keyId, textOf(anchor), context)?.toString('hex') !== mac)
        throw damaged(file);
      return anchor;
    },
    async add(anchor) {
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const { keyId, mac } = secrets.mac(textOf(anchor), context);
      const entry = { ...anchor, keyId, mac: mac.toString('hex') };
      await fs.appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true });
    },
  };
}

function parseLine(text: string, file: string): z.output<typeof line> {
  try {
    return z.parse(line, JSON.parse(text));
  } catch {
    throw damaged(file);
  }
}

const damaged = (file: string) =>
  new Error(`${file} was changed, or the key it was written with is not on this server.`);

async function readTail(file: string): Promise<string> {
  const handle = await fs.open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await handle.close();
  }
}
