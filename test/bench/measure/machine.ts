import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { findBinaries } from '../../../src/platform/server/db/embedded/binaries.ts';

/** The machine and software of the measurements, in one line. */
export async function describeMachine(): Promise<string> {
  const postgres = path.join(await findBinaries(), 'bin/postgres');
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  const cpus = os.cpus();
  return [
    `${cpus.length} × ${cpus[0]?.model.trim()}`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    `${os.type()} ${os.release()}`,
    `Node.js ${process.versions.node}`,
    `PostgreSQL ${/[\d.]+/.exec(version)?.[0]} (embedded, fsync on)`,
    `load ${os.loadavg()[0]?.toFixed(2)}`,
  ].join(' · ');
}
