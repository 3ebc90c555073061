import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDataDir } from '../instance-lock.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-lock-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Another process that holds the lock, until it is killed. */
async function holdInOtherProcess(): Promise<{ kill(): Promise<unknown> }> {
  const lock = new URL('../instance-lock.ts', import.meta.url).href;
  const code = `import { lockDataDir } from '${lock}'; await lockDataDir('${dataDir}');
    console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    kill() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return gone;
    },
  };
}

test('a second process is refused while the first lives, and admitted after its SIGKILL', async () => {
  const first = await holdInOtherProcess();
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `Another Forecourt is already running on ${dataDir}.`,
  );
  await first.kill();
  const second = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow('already running');
  second.release();
  (await lockDataDir(dataDir)).release();
});

test('of many starts after a kill, exactly one gets the lock', async () => {
  await (await holdInOtherProcess()).kill();
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir)));
  const holders = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []));
  expect(holders).toHaveLength(1);
  await expect(lockDataDir(dataDir)).rejects.toThrow('already running');
  for (const holder of holders) holder.release();
});

test('the folder may be new, reached by another name, or deeply nested', async () => {
  vi.stubEnv('TMPDIR', dataDir);
  const deep = path.join(dataDir, 'd'.repeat(60), 'e'.repeat(60));
  const lock = await lockDataDir(deep);
  const alias = path.join(dataDir, 'alias');
  fs.symlinkSync(deep, alias);
  await expect(lockDataDir(alias)).rejects.toThrow('already running');
  lock.release();
});
