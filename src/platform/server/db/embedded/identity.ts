import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Account, canUse } from '../../account/account.ts';

/** Location and account of PostgreSQL. */
export interface Identity {
  native: string;
  dataDir: string;
  /** Prefix of each command. */
  wrap: string[];
  /** Owner of the process and its files; empty if it is our own account. */
  owner: { uid?: number; gid?: number };
}

/**
 * PostgreSQL refuses to run as root. As root we become `account`; if that cannot reach the files (a checkout under
 * /root) a user namespace renames us instead; where namespaces are forbidden the binaries and the data live under
 * /var/lib.
 */
export function chooseIdentity(
  native: string,
  dataDir: string,
  account: Account | undefined,
): Identity {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!account) return { native, dataDir, wrap: [], owner: {} };
  if (canRun(native, account) && canOwn(dataDir, account)) {
    return { native, dataDir, wrap: [], owner: account };
  }
  const wrap = renamed();
  if (spawnSync(wrap[0] ?? '', [...wrap.slice(1), 'true']).status === 0) {
    fs.chownSync(dataDir, 0, 0);
    return { native, dataDir, wrap, owner: {} };
  }
  return moveOut(native, dataDir, account);
}

/** Makes the cluster's files belong to the account PostgreSQL runs as; an earlier version ran it as `nobody`. */
export function ownCluster({ owner, wrap }: Identity, cluster: string): void {
  const wanted = wrap.length > 0 ? { uid: 0, gid: 0 } : owner;
  if (wanted.uid === undefined || wanted.gid === undefined || !fs.existsSync(cluster)) return;
  if (fs.statSync(cluster).uid === wanted.uid) return;
  for (const name of fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(cluster, name), wanted.uid, wanted.gid);
  }
  // Last: until then the next start repeats everything.
  fs.chownSync(cluster, wanted.uid, wanted.gid);
}

/** An account with an entry in `/etc/passwd`, which only initdb needs. */
export function findNamedAccount(): Account {
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const byName = (wanted: string) => accounts.find(([name]) => name === wanted);
  const found = byName('nobody') ?? byName('daemon');
  if (!found) throw new Error('PostgreSQL cannot run as root and there is no user "nobody".');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Under this command a process believes it runs as a named account, and its files keep their owner. */
export function renamed(): string[] {
  const { uid, gid } = findNamedAccount();
  return ['unshare', '-U', `--map-user=${uid}`, `--map-group=${gid}`];
}

function canRun(native: string, account: Account): boolean {
  return spawnSync(path.join(native, 'bin/postgres'), ['--version'], account).status === 0;
}

function canOwn(dataDir: string, account: Account): boolean {
  try {
    fs.chownSync(dataDir, account.uid, account.gid);
  } catch {
    // A file system without owners, such as a mounted share: another way is tried.
    return false;
  }
  return canUse(dataDir, account);
}

function moveOut(native: string, dataDir: string, account: Account): Identity {
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
  fs.chownSync(moved, account.uid, account.gid);
  return { native: copied, dataDir: moved, wrap: [], owner: account };
}

export const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** The file to run and its arguments, for the identity. */
export function command(identity: Identity, binary: string, args: string[]): [string, string[]] {
  const commandLine = [...identity.wrap, path.join(identity.native, 'bin', binary), ...args];
  return [commandLine[0] ?? '', commandLine.slice(1)];
}
