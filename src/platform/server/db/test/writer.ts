import { createLog } from '../../log/log.ts';
import { openDatabase } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';

// Runs until it is killed: counts upwards in a database and prints each number once it is committed.
const log = createLog('silent');
const server = await startEmbeddedPostgres({ dir: process.argv[2] ?? '', log });
const address = { host: server.socketDir, database: 'postgres', ...server.owner };
const { pool } = openDatabase(address, log);
await pool.query('create table if not exists confirmed (n integer primary key)');
for (let n = 1; ; n++) {
  await pool.query('insert into confirmed values ($1)', [n]);
  process.stdout.write(`${n}\n`);
}
