import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Log } from '../log/log.ts';

const folder = path.resolve(import.meta.dirname, '../../../../db/migrations');
/** Locked while the schema or its grants change. Any number: it only has to be the same for every instance. */
export const schemaLockKey = 4_021_987;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the migrations of `db/migrations` that the database lacks, each file in its own transaction. Instances
 * that start together wait for one another. Throws if the database is newer than this version or has a migration
 * whose file has changed since.
 */
export async function migrate(pool: pg.Pool, log: Log): Promise<void> {
  const migrations = readMigrations();
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [schemaLockKey]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseForeign(migrations, applied);
    for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'Migrated');
    }
    if (migrations.some(({ name }) => !applied.has(name))) await listObjects(client);
    const missing = await findMissingObjects(client);
    if (missing.length > 0) log.error({ missing }, 'The database is incomplete');
  } finally {
    // The connection is discarded with its lock and settings.
    client.release(true);
  }
}

/** Whether every migration of this version is applied, and all objects they created exist. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  if (!readMigrations().every(({ name }) => applied.has(name))) return false;
  return (await findMissingObjects(pool)).length === 0;
}

/** Records the tables, indexes, views, sequences and functions the migrations created. */
async function listObjects(client: pg.PoolClient): Promise<void> {
  await client.query('begin');
  // Not in one statement: the insert would still see the rows it deletes, and skip them.
  await client.query('delete from schema_objects');
  await client.query(`insert into schema_objects (kind, name)
    select 'relation', c.oid::regclass::text from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'i', 'I', 'v', 'm', 'S')
    union all
    select 'function', p.oid::regprocedure::text from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    on conflict do nothing`);
  await client.query('commit');
}

/** Names objects missing in a partially restored database. Uses the catalog's cache: about a millisecond. */
async function findMissingObjects(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from schema_objects
    where case kind when 'relation' then to_regclass(name)::oid else to_regprocedure(name)::oid end is null
    order by name`);
  return rows.map((row) => row.name);
}

function readMigrations(): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = fs.readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

function refuseForeign(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new Error(`The database is newer than this Forecourt: it knows no migration ${name}.`);
    }
    if (known.get(name) !== checksum) {
      throw new Error(`The migration ${name} was changed after it had been applied.`);
    }
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
}
