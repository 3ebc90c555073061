import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailCategory, mailCategories } from '../../src/platform/contract/mail.ts';
import { type Database, openDatabase } from '../../src/platform/server/db/database.ts';
import { readPasswords } from '../../src/platform/server/db/embedded/roles.ts';
import { createJobs } from '../../src/platform/server/jobs/jobs.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { createOutbox, type Outbox } from '../../src/platform/server/mail/outbox.ts';
import {
  type MailServer,
  startMailServer,
} from '../../src/platform/server/mail/test/mailServer.ts';
import { freePort, startServer, temporaryDataDir } from '../support/process.ts';

// Kills the server in the middle of handing on mail, round after round, while the mail server now and then
// refuses for the moment. Every letter must arrive. One that was taken in the very moment of a kill may
// come again: under the same Message-ID, by which a mailbox knows it.

const perRound = 10;
export const mailDrill = 'kill -9 while mail is handed on';

export async function drillMail(rounds: number): Promise<boolean> {
  const port = await freePort();
  const dataDir = temporaryDataDir();
  const post = await startMailServer();
  const env = { SMTP_URL: post.url };
  let server = await startServer({ dataDir, port, env });
  const { outbox, database } = openOutbox(dataDir);
  const started = Date.now();
  for (let round = 0; round < rounds; round++) {
    await write(outbox, database, round);
    const target = post.offered() + 1 + Math.floor(Math.random() * (perRound - 2));
    post.onLetter(unsteady);
    while (post.offered() < target) await sleep(1);
    await sleep(Math.random() * 20);
    await server.kill('SIGKILL');
    server = await startServer({ dataDir, port, env });
  }
  post.onLetter(undefined);
  await untilNoneWaits(database);
  const fine = report(post, rounds, started);
  await database.close();
  await server.kill('SIGTERM');
  await post.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
  return fine;
}

/** The product's own way to write mail; nothing is delivered from here. */
function openOutbox(dataDir: string): { outbox: Outbox; database: Database } {
  const log = createLog('silent');
  const host = path.join(dataDir, 'postgres', 'socket');
  const { owner: password } = readPasswords(path.join(dataDir, 'keys'));
  const database = openDatabase({ host, database: 'forecourt', password }, log);
  const jobs = createJobs(database.pool, log);
  return { outbox: createOutbox(database.db, jobs, async () => {}), database };
}

async function write(outbox: Outbox, { db }: Database, round: number): Promise<void> {
  for (let n = 0; n < perRound; n++) {
    const category: MailCategory = mailCategories[n % mailCategories.length] ?? 'other';
    const subject = `Letter ${round}/${n}`;
    await outbox.send(db, { to: 'drill@example.com', subject, text: subject, category });
  }
}

async function unsteady(): Promise<void> {
  await sleep(Math.random() * 20);
  if (Math.random() < 0.1) throw Object.assign(new Error('Busy'), { responseCode: 451 });
}

async function untilNoneWaits({ pool }: Database): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      'select count(*) as left from mail_outbox where sent_at is null',
    );
    if (rows[0].left === 0) return;
    // What was refused for the moment waits longer and longer; the drill does not.
    await pool.query(`select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where locked_at is null), run_at => now())`);
    await sleep(200);
  }
}

function report({ received }: MailServer, rounds: number, started: number): boolean {
  const letters = rounds * perRound;
  const ids = new Map<string, Set<string>>();
  for (const { mail } of received) {
    const known = ids.get(mail.subject ?? '') ?? new Set();
    ids.set(mail.subject ?? '', known.add(mail.messageId ?? ''));
  }
  const lost = letters - ids.size;
  const again = received.length - ids.size;
  const strange = [...ids.values()].filter((known) => known.size !== 1).length;
  console.log(
    `${mailDrill}: ${rounds} rounds, ${letters} letters, ${lost} lost, ${again} came again under their own ` +
      `Message-ID, ${strange} under another (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  // One letter at a time is under way, so a kill repeats one at the most.
  return lost === 0 && strange === 0 && again <= rounds;
}
