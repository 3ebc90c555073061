import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type ServerProcess, startServer, temporaryDataDir } from '../support/process.ts';
import { createWriters, openDatabaseOf, type Writer } from '../support/writers.ts';
import { audit } from './audit.ts';
import { documentDrill, drillDocuments } from './documents.ts';
import { drillHostileFiles, hostileDrill } from './hostile.ts';
import { drillImports, importDrill } from './imports.ts';
import { drillMail, mailDrill } from './mail.ts';
import { watchMemory } from './memory.ts';
import { follow } from './reader.ts';
import { type Acknowledged, write } from './writer.ts';

// Kills a part of the running server in the middle of a burst of sends, repeatedly, and then compares the acknowledged
// messages with the database.

const rounds = Number(process.env.ROUNDS ?? 20);
const writersPerRound = 25;
const messagesPerWriter = 25;
const channels = ['general', 'sales', 'service', 'management', 'integrations'];

interface Drill {
  name: string;
  /** Kills something, and returns the server to continue with. */
  kill(server: ServerProcess, port: number): Promise<ServerProcess>;
}

const drills: Drill[] = [
  {
    name: 'kill -9 of the server',
    async kill(server, port) {
      await server.kill('SIGKILL');
      return startServer({ dataDir: server.dataDir, port });
    },
  },
  {
    name: 'kill -9 of PostgreSQL, every process',
    async kill(server) {
      const file = path.join(server.dataDir, 'postgres/cluster/postmaster.pid');
      const postmaster = fs.readFileSync(file, 'utf8').split('\n')[0] ?? '';
      const children = execFileSync('pgrep', ['-P', postmaster]).toString().trim().split('\n');
      for (const pid of [postmaster, ...children]) process.kill(Number(pid), 'SIGKILL');
      return server;
    },
  },
];

async function run(drill: Drill): Promise<boolean> {
  const port = await freePort();
  const dataDir = temporaryDataDir();
  let server = await startServer({ dataDir, port });
  const pool = openDatabaseOf(dataDir);
  const writers = await createWriters(pool, rounds * writersPerRound + 1);
  const { rows } = await pool.query('select id, last_rev from chat_channels where id = any($1)', [
    channels,
  ]);
  const revs = new Map<string, number>(rows.map(({ id, last_rev }) => [id, Number(last_rev)]));
  const reader = follow(server.url, writers.pop()?.cookie ?? '', revs);
  const acknowledged: Acknowledged[] = [];
  const started = Date.now();
  for (let round = 0; round < rounds; round++) {
    const group = writers.slice(round * writersPerRound, (round + 1) * writersPerRound);
    server = await burst(drill, server, port, group, acknowledged);
  }
  await reader.finish();
  const findings = await audit(pool, acknowledged, reader);
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
  const { lost, duplicated, outOfOrder } = findings;
  console.log(
    `${drill.name}: ${rounds} rounds, ${findings.acknowledged} acknowledged, ${lost} lost, ` +
      `${duplicated} duplicated, ${outOfOrder} out of order (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  const complete = findings.acknowledged === rounds * writersPerRound * messagesPerWriter;
  return complete && lost + duplicated + outOfOrder === 0;
}

async function burst(
  drill: Drill,
  server: ServerProcess,
  port: number,
  group: Writer[],
  acknowledged: Acknowledged[],
): Promise<ServerProcess> {
  const before = acknowledged.length;
  const target = before + 50 + Math.floor(Math.random() * 300);
  const writing = group.map((writer, index) =>
    write({
      url: server.url,
      writer,
      channelId: channels[index % channels.length] ?? 'general',
      count: messagesPerWriter,
      onAcknowledged: (message) => acknowledged.push(message),
    }),
  );
  while (acknowledged.length < target) await sleep(1);
  const next = await drill.kill(server, port);
  await Promise.all(writing);
  return next;
}

const wanted = process.argv[2];
let passed = true;
for (const drill of drills) {
  if (!wanted || drill.name.includes(wanted)) passed = (await run(drill)) && passed;
}
if (!wanted || 'memory'.includes(wanted)) passed = (await watchMemory()) && passed;
if (!wanted || mailDrill.includes(wanted)) passed = (await drillMail(rounds)) && passed;
if (!wanted || importDrill.includes(wanted)) passed = (await drillImports(rounds)) && passed;
if (!wanted || documentDrill.includes(wanted)) passed = (await drillDocuments(rounds)) && passed;
if (!wanted || hostileDrill.includes(wanted)) passed = (await drillHostileFiles()) && passed;
process.exit(passed ? 0 : 1);
