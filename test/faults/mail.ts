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

// Kills the server repeatedly while it sends email, and while the mail server temporarily rejects some. Every email must
// arrive. One that was accepted at the moment of a kill may be sent again, with the same Message-ID.

const perRound = 10;
export const mailDrill = 'kill -9 while mail is sent';

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
    post.onMessage(rejectSome);
    while (post.offered() < target) await sleep(1);
    await sleep(Math.random() * 20);
    await server.kill('SIGKILL');
    server = await startServer({ dataDir, port, env });
  }
  post.onMessage(undefined);
  await untilAllSent(database);
  const passed = report(post, rounds, started);
  await database.close();
  await server.kill('SIGTERM');
  await post.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
  return passed;
}

/** Writes email like the server does; nothing is sent from this process. */
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
    const subject = `Email ${round}/${n}`;
    await outbox.send(db, { to: 'drill@example.com', subject, text: subject, category });
  }
}

async function rejectSome(): Promise<void> {
  await sleep(Math.random() * 20);
  if (Math.random() < 0.1) throw Object.assign(new Error('Busy'), { responseCode: 451 });
}

async function untilAllSent({ pool }: Database): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      'select count(*) as left from mail_outbox where sent_at is null',
    );
    if (rows[0].left === 0) return;
    // Rejected emails are retried with growing delays; the drill does not wait for them.
    await pool.query(`select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where locked_at is null), run_at => now())`);
    await sleep(200);
  }
}

function report({ received }: MailServer, rounds: number, started: number): boolean {
  const emails = rounds * perRound;
  const ids = new Map<string, Set<string>>();
  for (const { mail } of received) {
    const known = ids.get(mail.subject ?? '') ?? new Set();
    ids.set(mail.subject ?? '', known.add(mail.messageId ?? ''));
  }
  const lost = emails - ids.size;
  const again = received.length - ids.size;
  const resentWithNewId = [...ids.values()].filter((known) => known.size !== 1).length;
  console.log(
    `${mailDrill}: ${rounds} rounds, ${emails} emails, ${lost} lost, ${again} sent again with their own ` +
      `Message-ID, ${resentWithNewId} with another (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  // Emails are sent one at a time, so a kill repeats at most one.
  return lost === 0 && resentWithNewId === 0 && again <= rounds;
}
