import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';

/** By number: it needs no entry in `/etc/passwd`. */
export interface Account {
  uid: number;
  gid: number;
}

const accountName = 'forecourt';
// Above the ids systems assign to users and services, below those reserved for the system and for containers.
const firstUnused = 52_000;
const unusedCount = 5_000;

/**
 * The account that a server started as root switches to, and that its database runs as: the owner of the data
 * folder, the account `forecourt` if the machine has one, or an id no account of the machine has. Never `nobody`,
 * which other services share. Undefined unless this process is root.
 */
export function chooseAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const owner = fs.statSync(dataDir, { throwIfNoEntry: false });
  if (owner && !formerOwners().includes(owner.uid)) return { uid: owner.uid, gid: owner.gid };
  const named = accounts.find(({ name }) => name === accountName);
  if (named && named.uid !== 0) return { uid: named.uid, gid: named.gid };
  const usedIds = new Set(accounts.map(({ uid }) => uid));
  // A different id for each data folder, so that two servers on one machine are separated, too.
  const start = createHash('sha256').update(path.resolve(dataDir)).digest().readUInt16BE(0);
  let uid = firstUnused + (start % unusedCount);
  while (usedIds.has(uid)) uid += 1;
  return { uid, gid: uid };
}

/** root and `nobody`, which earlier versions ran as. */
function formerOwners(): number[] {
  return [0, readAccounts().find(({ name }) => name === 'nobody')?.uid ?? 65_534];
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  const lines = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  return lines.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** Whether the account can enter the folder and write to it. */
export const canUse = (folder: string, account: Account): boolean =>
  findUnusable([folder], '-w', account) === undefined;

const probe = `for folder; do
  (cd "$folder" && test "$TEST" .) || { printf %s "$folder"; exit 1; }
done`;

/** The first folder that the account cannot enter, and read (`-r`) or write to (`-w`). */
function findUnusable(
  folders: readonly string[],
  test: '-r' | '-w',
  account: Account,
): string | undefined {
  const args = ['-c', probe, 'sh', ...folders];
  const env = { ...process.env, TEST: test };
  const probed = spawnSync('/bin/sh', args, { ...account, env, encoding: 'utf8' });
  return probed.status === 0 ? undefined : probed.stdout || folders[0];
}

/** Makes the account the owner of one file or folder, on a file system with owners. */
export function ownEntry(entry: string, { uid, gid }: Account): void {
  try {
    fs.lchownSync(entry, uid, gid);
  } catch {
    // A mounted share; callers that need ownership check `canUse`.
  }
}

/**
 * Makes the account the owner of a folder and of everything in it that root left there. Checks two levels deep, and
 * deeper only below folders with another owner: a large installation is not walked at every start. A file system
 * without owners is left unchanged.
 */
function ownFolder(folder: string, account: Account): void {
  try {
    own(folder, account, 2);
  } catch {
    // A mounted share without owners, or mounted read-only.
  }
}

function own(entry: string, account: Account, depth: number, former = formerOwners()): void {
  const found = fs.lstatSync(entry);
  // Another account's folder, named in a setting, keeps its owner.
  const foreign = found.uid !== account.uid && former.includes(found.uid);
  // A hard link to another account's file would give that file away.
  if (foreign && !(found.isFile() && found.nlink > 1)) {
    fs.lchownSync(entry, account.uid, account.gid);
  }
  if (!found.isDirectory() || (depth === 0 && !foreign)) return;
  for (const name of fs.readdirSync(entry)) {
    own(path.join(entry, name), account, Math.max(0, depth - 1), former);
  }
}

interface Needs {
  /** Folders that are only read. */
  reads: readonly string[];
  /** Folders that are written, and belong to the account afterwards. */
  writes: readonly string[];
}

/**
 * Gives up root for good. Call it once the port is bound. Returns the first folder the account cannot use; then
 * this process stays root.
 */
export function dropRoot(account: Account, { reads, writes }: Needs): string | undefined {
  const unreadable = findUnusable(reads, '-r', account);
  if (unreadable) return unreadable;
  for (const folder of writes) ownFolder(folder, account);
  const unwritable = findUnusable(writes, '-w', account);
  if (unwritable) return unwritable;
  // The compile cache is in a folder the account may not be able to write.
  module.flushCompileCache();
  process.setgroups?.([]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
  return undefined;
}
