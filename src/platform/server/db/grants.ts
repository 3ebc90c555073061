import type pg from 'pg';
import { schemaLockKey } from './migrate.ts';

/** Evidence tables are append-only: the application can insert and read, but not change or delete. */
const evidence = [
  'refuse_to_rewrite_activity',
  'refuse_to_rewrite_hours',
  'refuse_to_rewrite_retention',
];

/**
 * Grants the role exactly what the application needs: rows of every table, insert-only on evidence, and the job
 * runner's tables. Call it as the owner, after migrating.
 */
export async function grantToApplication(pool: pg.Pool, role: string): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  try {
    // Concurrent grants would fail each other.
    await client.query('select pg_advisory_xact_lock($1)', [schemaLockKey]);
    await grant(client, role);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function grant(client: pg.PoolClient, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rows } = await client.query<{ table: string }>(
    `select distinct t.tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.proname = any($1) and t.tgqual is null and not t.tgisinternal`,
    [evidence],
  );
  const tables = rows.map((row) => row.table).join(', ');
  const { rows: schemas } = await client.query<{ schema: string }>(
    'select quote_ident(current_schema()) as schema',
  );
  const schema = schemas[0]?.schema ?? 'public';
  for (const each of [schema, 'graphile_worker']) {
    await client.query(`grant usage on schema ${each} to ${name}`);
    await client.query(
      `grant select, insert, update, delete on all tables in schema ${each} to ${name}`,
    );
    await client.query(`grant usage, select, update on all sequences in schema ${each} to ${name}`);
  }
  await client.query(
    `revoke insert, update, delete on schema_migrations, schema_objects from ${name}`,
  );
  await client.query(`revoke update, delete on ${tables} from ${name}`);
  await letJobsThrough(client, name);
}

/** The job runner enables row security without a policy, so only its owner would see its jobs. */
async function letJobsThrough(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{
    table: string;
  }>(`select c.oid::regclass::text as table from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'application')`);
  for (const { table } of rows) {
    await client.query(
      `create policy application on ${table} to ${name} using (true) with check (true)`,
    );
  }
}
