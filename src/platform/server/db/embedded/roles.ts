import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Identity } from './identity.ts';
import { launch, stopChild } from './launch.ts';

/** Owns the schema, and is only used by migrations. */
export const ownerRole = 'forecourt';
/** The application's role: it reads and writes rows, and can neither change the schema nor run programs. */
export const applicationRole = 'forecourt_app';

const passwordFile = 'database.json';
const stored = z.object({
  owner: z.string().check(z.minLength(20)),
  application: z.string().check(z.minLength(20)),
});
/** Of the two roles. */
type Passwords = z.output<typeof stored>;

/**
 * The passwords of the embedded database's roles, stored in the key folder and readable by the server's account
 * only; created if missing.
 */
export function readPasswords(folder: string): Passwords {
  const file = path.join(folder, passwordFile);
  if (!fs.existsSync(file)) makePasswords(folder, file);
  const text = fs.readFileSync(file, 'utf8');
  try {
    return z.parse(stored, JSON.parse(text));
  } catch {
    throw new Error(
      `${file} is damaged: restore it from a backup, or delete it to get new passwords.`,
    );
  }
}

function makePasswords(folder: string, file: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const make = () => randomBytes(32).toString('base64url');
  const draft = `${file}.new`;
  fs.rmSync(draft, { force: true });
  const content = `${JSON.stringify({ owner: make(), application: make() })}\n`;
  fs.writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  fs.renameSync(draft, file);
}

/** Every connection needs a password: other programs under our account do not have it. */
const guarded = 'local all all scram-sha-256\n';
/** While the passwords are set, on a socket in a private folder. */
const open = `local all ${ownerRole} trust\n`;

/**
 * Sets the passwords of both roles, unless the cluster has them, and requires them from then on. A cluster of an
 * earlier version trusted every process of its account.
 */
export async function secureCluster(
  identity: Identity,
  cluster: string,
  passwords: Passwords,
  settings: Record<string, string>,
): Promise<void> {
  // Records which passwords the cluster has; stored with the cluster.
  const marker = path.join(cluster, 'forecourt-passwords');
  const wanted = createHash('sha256').update(JSON.stringify(passwords)).digest('hex');
  const done = fs.existsSync(marker) && fs.readFileSync(marker, 'utf8') === wanted;
  if (!done) {
    await setPasswords(identity, cluster, passwords, settings);
    writeOwned(identity, marker, wanted);
  }
  const access = path.join(cluster, 'pg_hba.conf');
  if (fs.readFileSync(access, 'utf8') !== guarded) writeOwned(identity, access, guarded);
}

async function setPasswords(
  identity: Identity,
  cluster: string,
  passwords: Passwords,
  settings: Record<string, string>,
): Promise<void> {
  const folder = fs.mkdtempSync('/tmp/forecourt-setup-');
  const { uid, gid } = identity.owner;
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
  writeOwned(identity, path.join(cluster, 'pg_hba.conf'), open);
  const child = await launch(identity, cluster, { ...settings, unix_socket_directories: folder });
  try {
    const client = new pg.Client({ host: folder, user: ownerRole, database: 'postgres' });
    await client.connect();
    const known = await client.query('select from pg_roles where rolname = $1', [applicationRole]);
    if (known.rowCount === 0) await client.query(`create role ${applicationRole}`);
    // The passwords are our own letters and digits; a role cannot be changed by a statement with parameters.
    await client.query(`set password_encryption = 'scram-sha-256'`);
    await client.query(`alter role ${ownerRole} password '${passwords.owner}'`);
    await client.query(`alter role ${applicationRole} login nosuperuser nocreatedb nocreaterole
      noreplication nobypassrls password '${passwords.application}'`);
    await client.end();
  } finally {
    await stopChild(child);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function writeOwned({ owner }: Identity, file: string, content: string): void {
  fs.writeFileSync(file, content, { mode: 0o600, flush: true });
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(file, owner.uid, owner.gid);
}
