import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';

const memory = '/dev/shm';
const gigabyte = 1024 ** 3;

/**
 * The folder for temporary files of a test run: in memory if there is enough. Hundreds of databases are created and
 * dropped, and most disks take a second for each.
 */
export function temporaryRoot(): string {
  const disk = os.tmpdir();
  if (process.env.TMPDIR || !fs.existsSync(memory)) return disk;
  const { bavail, bsize } = fs.statfsSync(memory);
  const allowed = Math.min(os.totalmem(), process.constrainedMemory() || os.totalmem());
  if (bavail * bsize < 3 * gigabyte || allowed < 8 * gigabyte) return disk;
  try {
    fs.accessSync(memory, fs.constants.W_OK);
    sweep();
    return memory;
  } catch {
    // Not writable.
    return disk;
  }
}

/** Killed runs leave their folders behind, which occupy memory here; no run lasts for hours. */
function sweep(): void {
  for (const name of fs.readdirSync(memory)) {
    const folder = `${memory}/${name}`;
    if (!/^(forecourt-|playwright)/.test(name)) continue;
    const found = fs.statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.ctimeMs > 6 * 3_600_000) {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}
