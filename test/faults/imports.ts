import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ImportedFile } from '../../src/modules/imports/contract.ts';
import { createClient } from '../support/client.ts';
import { freePort, startServer, temporaryDataDir } from '../support/process.ts';
import { openDatabaseOf } from '../support/writers.ts';

// Kills the server repeatedly while it imports a file. Readers must see none or all of its rows, and the restarted
// server must complete the import by itself.

const rowsOfFile = 5_000;
export const importDrill = 'kill -9 during an import';

export async function drillImports(rounds: number): Promise<boolean> {
  const port = await freePort();
  const dataDir = temporaryDataDir();
  let server = await startServer({ dataDir, port });
  const pool = openDatabaseOf(dataDir);
  const started = Date.now();
  const seen = { killed: 0, partial: 0, unfinished: 0 };
  for (let round = 0; round < rounds; round++) {
    const name = `Drill${round}x`;
    const importId = await prepare(server.url, name);
    if (await reach(pool, importId, Math.random() * rowsOfFile)) seen.killed += 1;
    await server.kill('SIGKILL');
    server = await startServer({ dataDir, port });
    const { partial, complete } = await follow(pool, importId, name);
    if (partial) seen.partial += 1;
    if (!complete) seen.unfinished += 1;
  }
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `${importDrill}: ${rounds} rounds of ${rowsOfFile} rows, killed in the middle of ${seen.killed}, ` +
      `${seen.partial} seen partially, ${seen.unfinished} not completed (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  return seen.killed > 0 && seen.partial + seen.unfinished === 0;
}

/** Uploads, maps and checks a file, and starts the import; returns its id. */
async function prepare(url: string, name: string): Promise<number> {
  const client = createClient(url);
  const data = { username: 'manager', password: 'forecourt-demo' };
  await client.raw('POST', '/api/login', { body: data });
  const lines = Array.from(
    { length: rowsOfFile },
    (_, at) => `Ida,${name},${name}.${at}@drill.example`,
  );
  const { body } = await client.raw(
    'POST',
    `/api/imports/customers/${randomUUID()}/file?store=ford`,
    {
      body: ['First Name,Last Name,E-mail', ...lines].join('\n'),
      headers: { 'content-type': 'text/csv' },
    },
  );
  const path = `/api/imports/customers/${body.id}`;
  const until = async (state: ImportedFile['state']) => {
    for (;;) {
      const { body: now } = await client.raw('GET', path);
      if (now.state === state) return now as ImportedFile;
      if (now.state === 'failed') throw new Error(now.failure);
      await sleep(50);
    }
  };
  const { mapping } = await until('read');
  await client.raw('POST', `${path}/check`, { body: { mapping } });
  const { ready } = await until('checked');
  if (ready !== rowsOfFile) throw new Error(`Only ${ready} rows are right`);
  await client.raw('POST', `${path}/run`);
  return body.id;
}

const stateOf = async (pool: pg.Pool, importId: number) => {
  const { rows } = await pool.query('select state, done_count from imports where id = $1', [
    importId,
  ]);
  return rows[0] as { state: ImportedFile['state']; done_count: number };
};

/** Waits until that many rows are imported; returns false if the import ended before. */
async function reach(pool: pg.Pool, importId: number, target: number): Promise<boolean> {
  for (;;) {
    const { state, done_count } = await stateOf(pool, importId);
    if (state !== 'importing') return false;
    if (done_count >= target) return true;
    await sleep(1);
  }
}

const timeoutMs = 120_000;

/** Watches the import until it ends: whether it was ever partially visible, and whether it is complete in the end. */
async function follow(pool: pg.Pool, importId: number, name: string) {
  const deadline = Date.now() + timeoutMs;
  for (let partial = false; ; await sleep(20)) {
    // A single statement, so all values are from one snapshot.
    const { rows } = await pool.query(
      `select i.state, i.created_count as created,
        (select count(*)::integer from customers where last_name = $2) as there
       from imports i where i.id = $1`,
      [importId, name],
    );
    const { state, created, there: visible } = rows[0];
    partial ||= visible !== 0 && visible !== rowsOfFile;
    partial ||= (visible === rowsOfFile) !== (state === 'imported');
    if (state === 'imported' || state === 'failed' || Date.now() > deadline) {
      return {
        partial,
        complete: state === 'imported' && created === rowsOfFile && visible === rowsOfFile,
      };
    }
  }
}
