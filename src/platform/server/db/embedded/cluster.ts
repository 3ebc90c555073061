import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  command,
  environment,
  findNamedAccount,
  type Identity,
  ownCluster,
  renamed,
} from './identity.ts';
import { ownerRole } from './roles.ts';

/** Folder for the Unix socket, owned by the account PostgreSQL runs as. */
export function prepareSocketDir({ dataDir, owner }: Identity): string {
  let dir = path.join(dataDir, 'socket');
  // The path of a Unix socket is limited to 107 bytes, including the socket's own name.
  if (Buffer.byteLength(dir) > 85) {
    const key = createHash('sha1').update(dataDir).digest('hex').slice(0, 12);
    dir = path.join(os.tmpdir(), `forecourt-${key}`);
  }
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/** Creates the cluster's files unless they exist. Connections are possible only after `secureCluster`. */
export function createCluster(identity: Identity, cluster: string, unsafe: boolean): void {
  if (fs.existsSync(path.join(cluster, 'PG_VERSION'))) return;
  // Created under another name first, so that an interrupted creation is never mistaken for a cluster.
  const fresh = `${cluster}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  const args = ['-U', ownerRole, '-A', 'reject', '-E', 'UTF8', '--no-instructions'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (unsafe) args.push('--no-sync');
  const failure = isNamed(identity.owner.uid)
    ? initialize(identity, fresh, args)
    : initializeUnnamed(identity, fresh, args);
  if (failure) throw new Error(`The database could not be created: ${failure}`);
  fs.renameSync(fresh, cluster);
}

function initialize(identity: Identity, fresh: string, args: string[]): string | undefined {
  const [file, rest] = command(identity, 'initdb', ['-D', fresh, ...args]);
  const options = { ...identity.owner, env: environment, cwd: '/', encoding: 'utf8' } as const;
  const made = spawnSync(file, rest, options);
  return made.status === 0 ? undefined : String(made.error ?? made.stderr);
}

/** Of PostgreSQL's programs only initdb needs the name of the account it runs as. */
function initializeUnnamed(identity: Identity, fresh: string, args: string[]): string | undefined {
  if (!initialize({ ...identity, wrap: renamed() }, fresh, args)) return undefined;
  fs.rmSync(fresh, { recursive: true, force: true });
  // Where namespaces are forbidden, a named account creates the files in its own folder.
  const lender = findNamedAccount();
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-initdb-'));
  try {
    fs.chownSync(home, lender.uid, lender.gid);
    const made = path.join(home, 'cluster');
    const failure = initialize({ ...identity, owner: lender }, made, args);
    if (failure) return failure;
    fs.cpSync(made, fresh, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(fresh, 0o700);
    ownCluster(identity, fresh);
    return undefined;
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

function isNamed(uid: number | undefined): boolean {
  if (uid === undefined) return true;
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => Number(line.split(':')[2] ?? -1) === uid);
}

/**
 * Waits until no server of an earlier, killed run is left on the cluster; after 3 s it is asked to stop. A pid file
 * of a dead process stays: PostgreSQL uses it to detect whether orphans still hold its memory.
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  for (let waited = 0; waited < 15_000; waited += 50) {
    if (!fs.existsSync(pidFile)) return;
    const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
    if (!isAlive(pid)) return;
    if (waited === 3_000) {
      // Process ids repeat in containers: a live id alone proves nothing.
      if (!isPostmasterOf(pid, cluster)) return fs.rmSync(pidFile, { force: true });
      process.kill(pid, 'SIGINT');
    }
    await sleep(50);
  }
  throw new Error(`Another PostgreSQL is still running on ${cluster}.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  const file = `/proc/${pid}/cmdline`;
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').includes(cluster);
  const shown = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return shown.stdout.includes(cluster);
}
