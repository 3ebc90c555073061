import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedDemo } from '../src/main/first-start.ts';
import { startForecourt } from '../src/main/forecourt.ts';
import { readConfig } from '../src/platform/server/config/config.ts';
import { type Database, openDatabase } from '../src/platform/server/db/database.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { migrateJobs } from '../src/platform/server/jobs/jobs.ts';
import { createLog } from '../src/platform/server/log/log.ts';
import { createClient } from './support/client.ts';

/** Dumps and restores a database of 200 tables. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const log = createLog('silent');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-dump-'));
const cluster = path.join(home, 'cluster');

/** The machine's own PostgreSQL: the embedded one ships no pg_dump, and a dump's version must match the server's. */
function findPostgres(): string {
  const versions = '/usr/lib/postgresql';
  const found = fs.existsSync(versions) ? fs.readdirSync(versions) : [];
  const complete = (bin: string) =>
    ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) => fs.existsSync(`${bin}/${name}`));
  const bin = found.map((version) => `${versions}/${version}/bin`).find(complete);
  if (!bin)
    throw new Error('This test needs PostgreSQL with its tools: apt-get install postgresql.');
  return bin;
}

/** PostgreSQL refuses to run as root; Debian's package creates an account for it. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function run(name: string, ...args: string[]): void {
  // The started server would inherit pipes and keep them open.
  const output = path.join(home, 'output');
  const fd = fs.openSync(output, 'w');
  const { status } = spawnSync(path.join(findPostgres(), name), args, {
    ...account(),
    env: { ...process.env, PGHOST: home, PGUSER: 'owner', LC_ALL: 'C' },
    cwd: '/',
    stdio: ['ignore', fd, fd],
  });
  fs.closeSync(fd);
  expect([status, fs.readFileSync(output, 'utf8')], name).toEqual([0, expect.anything()]);
}

function open(database: string): Database {
  return openDatabase({ connectionString: addressOf(database) }, log);
}
const addressOf = (database: string) =>
  `postgres:///${database}?host=${encodeURIComponent(home)}&user=owner`;

beforeAll(async () => {
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) fs.chownSync(home, uid, gid);
  run(
    'initdb',
    '-D',
    cluster,
    '-U',
    'owner',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  );
  const options = `-c fsync=off -c listen_addresses= -c unix_socket_directories=${home}`;
  run('pg_ctl', '-D', cluster, '-w', '-o', options, 'start');
  const admin = open('postgres');
  await admin.pool.query('create database original');
  await admin.pool.query('create database restored');
  await admin.close();
});

afterAll(() => {
  if (fs.existsSync(path.join(cluster, 'postmaster.pid'))) {
    run('pg_ctl', '-D', cluster, '-w', '-m', 'immediate', 'stop');
  }
  fs.rmSync(home, { recursive: true, force: true });
});

async function listOf(pool: pg.Pool, text: string): Promise<unknown[]> {
  const { rows } = await pool.query({ text, rowMode: 'array' });
  return rows;
}

const ours = `n.nspname in ('public', 'graphile_worker')`;
const structure = {
  columns: `select n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      a.attgenerated, pg_get_expr(d.adbin, d.adrelid)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${ours} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped order by 1, 2, a.attname`,
  indexes: `select schemaname, indexname, indexdef from pg_indexes n where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  constraints: `select n.nspname, c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid), c.convalidated
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${ours} order by 1, 2, 3`,
  functions: `select n.nspname, p.oid::regprocedure::text, pg_get_functiondef(p.oid), p.proacl::text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prokind = 'f' order by 1, 2`,
  // A restored condition has fewer parentheses.
  triggers: `select t.tgname, t.tgrelid::regclass::text, translate(pg_get_triggerdef(t.oid), '()', ''), t.tgenabled from pg_trigger t
    where not t.tgisinternal order by 2, 1`,
  views: `select schemaname, viewname, definition from pg_views n where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  sequences: `select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1, 2`,
};

async function contentOf(pool: pg.Pool): Promise<Map<string, unknown>> {
  const tables = await listOf(
    pool,
    `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind = 'r' order by 1`,
  );
  const content = new Map<string, unknown>();
  for (const [table] of tables as [string][]) {
    const [row] = await listOf(
      pool,
      `select count(*), md5(string_agg(t::text, chr(10) order by t::text)) from ${table} t`,
    );
    content.set(table, row);
  }
  return content;
}

test('a dump made with pg_dump restores completely, and Forecourt runs on it', async () => {
  const original = open('original');
  await migrate(original.pool, log);
  await migrateJobs(original.pool);
  await seedDemo(original.db, new Date());
  const file = path.join(home, 'forecourt.dump');
  run('pg_dump', '-Fc', '-f', file, 'original');
  run('pg_restore', '--exit-on-error', '--no-owner', '-d', 'restored', file);

  const restored = open('restored');
  const before = await contentOf(original.pool);
  expect(before.size).toBeGreaterThan(140);
  expect(before.get('notes')).not.toEqual([0, null]);
  expect(await contentOf(restored.pool)).toEqual(before);
  for (const [name, text] of Object.entries(structure)) {
    expect(await listOf(restored.pool, text), name).toEqual(await listOf(original.pool, text));
  }
  await original.close();

  const forecourt = await startForecourt(
    readConfig({
      PORT: '0',
      DATA_DIR: path.join(home, 'data'),
      DATABASE_URL: addressOf('restored'),
      TEST_ALLOW_UNSAFE_DATABASE: '1',
      SEED: 'none',
    }),
    log,
  );
  const client = createClient(forecourt.url);
  const signIn = { username: 'employee', password: 'forecourt-demo' };
  expect((await client.raw('POST', '/api/login', { body: signIn })).status).toBe(200);
  expect((await client.raw('GET', '/api/notes')).body).toContainEqual(
    expect.objectContaining({ title: expect.any(String) }),
  );
  expect((await client.raw('GET', '/health/ready')).status).toBe(200);
  // As if the restore had missed a table.
  await restored.pool.query('drop table notes cascade');
  expect((await client.raw('GET', '/health/ready')).status).toBe(503);
  await restored.close();
  await forecourt.stop();
});
