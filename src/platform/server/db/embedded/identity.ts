import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Where and as whom PostgreSQL runs. */
export interface Identity {
  native: string;
  dataDir: string;
  /** Put before each command. */
  wrap: string[];
  /** Owner of the process and its files; empty when it is our own user. */
  owner: { uid?: number; gid?: number };
}

/**
 * PostgreSQL refuses to run as root. As root we become `nobody`; where that user cannot reach the
 * files (a checkout under /root) a user namespace renames us instead; where namespaces are forbidden
 * the binaries and the data live under /var/lib.
 */
export function chooseIdentity(native: string, dataDir: string): Identity {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return { native, dataDir, wrap: [], owner: {} };
  const nobody = findUnprivilegedUser();
  if (canRun(native, nobody) && canOwn(dataDir, nobody)) {
    return { native, dataDir, wrap: [], owner: nobody };
  }
  const wrap = ['unshare', '-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  if (spawnSync(wrap[0] ?? '', [...wrap.slice(1), 'true']).status === 0) {
    fs.chownSync(dataDir, 0, 0);
    return { native, dataDir, wrap, owner: {} };
  }
  return moveOut(native, dataDir, nobody);
}

type User = { uid: number; gid: number };

function findUnprivilegedUser(): User {
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  // An account that exists: initdb looks the user up by number.
  const byName = (wanted: string) => accounts.find(([name]) => name === wanted);
  const found = byName('nobody') ?? byName('daemon');
  if (!found) throw new Error('PostgreSQL cannot run as root and there is no user "nobody".');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function canRun(native: string, user: User): boolean {
  return spawnSync(path.join(native, 'bin/postgres'), ['--version'], user).status === 0;
}

function canOwn(dataDir: string, user: User): boolean {
  try {
    fs.chownSync(dataDir, user.uid, user.gid);
  } catch {
    // A file system without owners, such as a mounted share: another way is tried.
    return false;
  }
  const probe = ['-c', 'cd "$1" && test -w .', 'sh', dataDir];
  return spawnSync('/bin/sh', probe, user).status === 0;
}

function moveOut(native: string, dataDir: string, user: User): Identity {
  const key = createHash('sha1').update(dataDir).digest('hex').slice(0, 10);
  const home = `/var/lib/forecourt-${key}`;
  const copied = path.join(home, 'native');
  fs.mkdirSync(home, { recursive: true, mode: 0o755 });
  if (!fs.existsSync(path.join(copied, '.complete'))) {
    fs.cpSync(native, copied, { recursive: true, verbatimSymlinks: true });
    fs.writeFileSync(path.join(copied, '.complete'), '');
  }
  const moved = path.join(home, 'data');
  fs.mkdirSync(moved, { recursive: true, mode: 0o700 });
  fs.chownSync(moved, user.uid, user.gid);
  return { native: copied, dataDir: moved, wrap: [], owner: user };
}

export const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** The file to run and its arguments, as the identity wants them. */
export function command(identity: Identity, binary: string, args: string[]): [string, string[]] {
  const words = [...identity.wrap, path.join(identity.native, 'bin', binary), ...args];
  return [words[0] ?? '', words.slice(1)];
}
