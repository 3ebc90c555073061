import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ImportedFile } from '../../src/modules/imports/contract.ts';
import { createClient } from '../support/client.ts';
import { freePort, startServer, temporaryDataDir } from '../support/process.ts';
import { openDatabaseOf } from '../support/writers.ts';

// Kills the server while the rows of a file are brought in, round after round. Whoever looks sees none of
// them or all of them, and the server that comes back ends the work without being asked.

const rowsOfFile = 5_000;
export const importDrill = 'kill -9 while a file is brought in';

export async function drillImports(rounds: number): Promise<boolean> {
  const port = await freePort();
  const dataDir = temporaryDataDir();
  let server = await startServer({ dataDir, port });
  const pool = openDatabaseOf(dataDir);
  const started = Date.now();
  const seen = { struck: 0, half: 0, unfinished: 0 };
  for (let round = 0; round < rounds; round++) {
    const name = `Drill${round}x`;
    const importId = await prepare(server.url, name);
    if (await reach(pool, importId, Math.random() * rowsOfFile)) seen.struck += 1;
    await server.kill('SIGKILL');
    server = await startServer({ dataDir, port });
    const { half, whole } = await follow(pool, importId, name);
    if (half) seen.half += 1;
    if (!whole) seen.unfinished += 1;
  }
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `${importDrill}: ${rounds} rounds of ${rowsOfFile} rows, struck in the middle of ${seen.struck}, ` +
      `${seen.half} seen by halves, ${seen.unfinished} not ended (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  return seen.struck > 0 && seen.half + seen.unfinished === 0;
}

/** Brings a file up to where its rows are created. Answers the number of the import. */
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

/** Waits until so many rows have been come through; answers whether more were to come. */
async function reach(pool: pg.Pool, importId: number, target: number): Promise<boolean> {
  for (;;) {
    const { state, done_count } = await stateOf(pool, importId);
    if (state !== 'importing') return false;
    if (done_count >= target) return true;
    await sleep(1);
  }
}

const patienceMs = 120_000;

/** Looks on until the work has ended: how much was ever there, and whether all of it is in the end. */
async function follow(pool: pg.Pool, importId: number, name: string) {
  const late = Date.now() + patienceMs;
  for (let half = false; ; await sleep(20)) {
    // One statement sees one moment.
    const { rows } = await pool.query(
      `select i.state, i.created_count as created,
        (select count(*)::integer from customers where last_name = $2) as there
       from imports i where i.id = $1`,
      [importId, name],
    );
    const { state, created, there } = rows[0];
    half ||= there !== 0 && there !== rowsOfFile;
    half ||= (there === rowsOfFile) !== (state === 'imported');
    if (state === 'imported' || state === 'failed' || Date.now() > late) {
      return {
        half,
        whole: state === 'imported' && created === rowsOfFile && there === rowsOfFile,
      };
    }
  }
}
