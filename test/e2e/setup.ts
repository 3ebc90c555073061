import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { firstStart, prepareFirstStart } from '../support/process.ts';

/** Prepares the data that the servers of all workers copy. */
export default async function setup(): Promise<() => void> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-setup-'));
  fs.chmodSync(dir, 0o755);
  process.env[firstStart] = path.join(dir, 'first-start');
  await prepareFirstStart();
  return () => fs.rmSync(dir, { recursive: true, force: true });
}
