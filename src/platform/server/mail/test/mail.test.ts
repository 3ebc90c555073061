import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { createScratch } from '../../db/test/scratch.ts';
import { createJobs, type Jobs } from '../../jobs/jobs.ts';
import { createLog } from '../../log/log.ts';
import { createDelivery, type Mail, mustEncrypt } from '../delivery.ts';
import { createOutbox, type Outbox } from '../outbox.ts';
import { type MailServer, startMailServer } from './mailServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
const log = createLog('silent');
const from = 'Forecourt <forecourt@larkfield.example>';
const letter: Mail = {
  to: 'dana@larkfield.example',
  subject: 'Größe — 見積もり 🚗',
  text: 'Bitte öffnen: https://forecourt.example/reset?token=abc',
};

let server: MailServer;
let folder: string;
let scratch: Awaited<ReturnType<typeof createScratch>>;
const running: { jobs: Jobs; close?(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(async () => {
  scratch = await createScratch('template_empty');
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-outbox-'));
  server.received.length = 0;
  server.onMessage(undefined);
});
afterEach(async () => {
  for (const { jobs, close } of running.splice(0)) {
    await jobs.stop();
    await close?.();
  }
  await scratch.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});
afterAll(() => server.close());

/** An instance that delivers email: by the server, or into files. */
async function startInstance(smtpUrl: string | undefined, own = false): Promise<Outbox> {
  const options = scratch.pool.options as { host: string; database: string };
  const { db, pool, close } = own ? openDatabase(options, log) : { ...scratch, close: undefined };
  const jobs = createJobs(pool, log);
  const outbox = createOutbox(db, jobs, createDelivery({ smtpUrl, from, folder }));
  await jobs.start();
  running.push({ jobs, ...(close && { close }) });
  return outbox;
}

async function rows(): Promise<Record<string, unknown>[]> {
  return (await scratch.pool.query('select * from mail_outbox order by created_at')).rows;
}
const jobsLeft = async () =>
  (await scratch.pool.query('select last_error from graphile_worker.jobs')).rows;
const retryNow = () =>
  scratch.pool.query(`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs), run_at => now())`);

describe('an email', () => {
  test('whose transaction fails was never stored', async () => {
    const outbox = await startInstance(server.url);
    const failed = scratch.db.transaction().execute(async (tx) => {
      await outbox.send(tx, letter);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect([await rows(), await jobsLeft()]).toEqual([[], []]);
    await sleep(200);
    expect(server.received).toEqual([]);
  });

  test('arrives once, unchanged, after the transaction has committed', async () => {
    const outbox = await startInstance(server.url);
    await scratch.db.transaction().execute(async (tx) => {
      await outbox.send(tx, { ...letter, html: '<p>Bitte <b>öffnen</b></p>' });
      await sleep(100);
      expect(server.received).toEqual([]);
    });
    await eventually(() => server.received.length).toBe(1);
    await eventually(jobsLeft).toEqual([]);
    const { recipients, mail } = server.received[0] ?? {};
    expect(recipients).toEqual([letter.to]);
    expect(mail).toMatchObject({
      from: { name: 'Forecourt', address: 'forecourt@larkfield.example' },
      to: [{ address: letter.to }],
      subject: letter.subject,
      text: expect.stringContaining(letter.text),
      html: expect.stringContaining('<b>öffnen</b>'),
    });
    expect(mail?.html).toMatch(/^<!doctype html>\s*<html lang="en">/);
    const [row] = await rows();
    expect(mail?.messageId).toBe(`<${row?.id}@larkfield.example>`);
  });

  test('deletes its text once it is sent', async () => {
    const outbox = await startInstance(server.url);
    await outbox.send(scratch.db, { ...letter, html: '<a href="?token=abc">x</a>' });
    await eventually(jobsLeft).toEqual([]);
    const [row] = await rows();
    expect(row).toMatchObject({ text: '', html: null, sent_at: expect.any(Date) });
    expect(JSON.stringify(await rows())).not.toContain('token');
  });

  test('without a mail server is stored as a file only its owner can read', async () => {
    const outbox = await startInstance(undefined);
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toEqual([]);
    const [row] = await rows();
    const file = path.join(folder, `${row?.id}.eml`);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(fs.readFileSync(file));
    expect(mail).toMatchObject({ subject: letter.subject, text: `${letter.text}\n` });
    expect(mail.to).toMatchObject([{ address: letter.to }]);
  });
});

describe('injected text stays in its field', () => {
  const attacks: [string, Partial<Mail>][] = [
    [
      'a subject with a header',
      { subject: 'Hi\r\nBcc: evil@evil.example\r\nX-Evil: 1\r\n\r\nbody' },
    ],
    [
      'a subject with bare line ends',
      { subject: 'Hi\nBcc: evil@evil.example\rTo: evil@evil.example' },
    ],
    ['an address with a header', { to: 'dana@larkfield.example\r\nBcc: evil@evil.example' }],
    ['an address with a command', { to: 'dana@larkfield.example>\r\nRCPT TO:<evil@evil.example' }],
    ['two addresses', { to: 'dana@larkfield.example, evil@evil.example' }],
    ['a named address', { to: '"evil@evil.example" <dana@larkfield.example>, evil@evil.example' }],
    ['a text with an early end', { text: 'Hi\r\n.\r\nMAIL FROM:<evil@evil.example>\r\n' }],
    ['HTML that references files', { html: '<img src="file:///etc/passwd"><img src="cid:x">' }],
  ];

  test.each(attacks)('%s', async (_name, part) => {
    const outbox = await startInstance(server.url);
    await outbox.send(scratch.db, { ...letter, ...part });
    // Delivered to its recipient, or refused; never to anyone else.
    await eventually(
      async () => server.received.length > 0 || (await jobsLeft())[0]?.last_error,
    ).toBeTruthy();
    for (const { recipients, mail } of server.received) {
      expect(recipients).toHaveLength(1);
      expect(recipients[0]).not.toMatch(/evil\.example$/);
      expect(mail.bcc ?? []).toEqual([]);
      const names = mail.headers.map(({ key }) => key);
      expect(names).not.toContain('x-evil');
      expect(names.filter((name) => name === 'to' || name === 'from')).toHaveLength(2);
      expect(JSON.stringify(mail)).not.toContain('root:');
    }
  });

  test('a subject with several lines arrives as one', async () => {
    const outbox = await startInstance(server.url);
    await outbox.send(scratch.db, { ...letter, subject: 'One\r\nTwo: x' });
    await eventually(() => server.received.length).toBe(1);
    expect(server.received[0]?.mail.subject).toMatch(/^One\s+Two: x$/);
  });
});

describe('delivery', () => {
  test('is retried until the mail server accepts it', async () => {
    const outbox = await startInstance(server.url);
    server.onMessage(async () => {
      throw Object.assign(new Error('Try again later'), { responseCode: 451 });
    });
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toMatchObject([{ last_error: expect.stringContaining('451') }]);
    expect((await rows())[0]).toMatchObject({ text: letter.text, sent_at: null });
    server.onMessage(undefined);
    await retryNow();
    await eventually(() => server.received.length).toBe(1);
    await eventually(async () => (await rows())[0]?.sent_at).toBeTruthy();
  });

  test('that is rejected permanently is given up, and its recipient is not logged', async () => {
    const outbox = await startInstance(server.url);
    server.onMessage(async () => {
      throw Object.assign(new Error(`<${letter.to}>: no such mailbox`), { responseCode: 550 });
    });
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toMatchObject([{ last_error: expect.stringContaining('550') }]);
    expect(JSON.stringify(await jobsLeft())).not.toContain(letter.to);
    expect((await rows())[0]).toMatchObject({
      failed_at: expect.any(Date),
      last_error: expect.stringContaining(letter.to),
    });
    const offeredBefore = server.offered();
    await retryNow();
    await eventually(jobsLeft).toEqual([]);
    expect(server.offered()).toBe(offeredBefore);
  });

  test('is given up after four days', async () => {
    const outbox = await startInstance(server.url);
    server.onMessage(async () => {
      throw Object.assign(new Error('Try again later'), { responseCode: 451 });
    });
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toMatchObject([{ last_error: expect.stringContaining('451') }]);
    expect((await rows())[0]).toMatchObject({ attempts: 1, failed_at: null });
    await scratch.pool.query('update mail_outbox set attempts = 23');
    await retryNow();
    await eventually(async () => (await rows())[0]).toMatchObject({
      attempts: 24,
      failed_at: expect.any(Date),
    });
  });

  test('waits for an unreachable mail server', async () => {
    const absent = await startMailServer();
    await absent.close();
    const outbox = await startInstance(absent.url);
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toMatchObject([{ last_error: expect.stringContaining('ECONN') }]);
    expect((await rows())[0]).toMatchObject({ text: letter.text, sent_at: null });
  });

  test('is delivered once by several instances', async () => {
    const outbox = await startInstance(server.url);
    await startInstance(server.url, true);
    for (let n = 0; n < 20; n++) await outbox.send(scratch.db, { ...letter, subject: `No. ${n}` });
    await eventually(jobsLeft).toEqual([]);
    expect(new Set(server.received.map(({ mail }) => mail.subject)).size).toBe(20);
    expect(server.received).toHaveLength(20);
  });

  test('that was already sent is not sent again by a leftover job', async () => {
    const outbox = await startInstance(server.url);
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toEqual([]);
    const [row] = await rows();
    await running[0]?.jobs.add(scratch.db, 'mail.deliver', { id: row?.id });
    await eventually(jobsLeft).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test('is delivered at least once: accepted but not recorded means again, with the same Message-ID', async () => {
    const outbox = await startInstance(server.url);
    // The database disconnects the instance after the mail server has accepted the message.
    server.onMessage(async () => {
      server.onMessage(undefined);
      await scratch.pool.query('alter table mail_outbox rename column sent_at to gone');
    });
    await outbox.send(scratch.db, letter);
    await eventually(jobsLeft).toMatchObject([{ last_error: expect.stringContaining('sent_at') }]);
    await scratch.pool.query('alter table mail_outbox rename column gone to sent_at');
    await retryNow();
    await eventually(() => server.received.length).toBe(2);
    const [first, second] = server.received.map(({ mail }) => mail.messageId);
    expect(first).toBe(second);
  });
});

describe('the connection to a mail server', () => {
  test('must be encrypted, except on this machine and where the URL says otherwise', () => {
    for (const [url, encrypted] of [
      ['smtp://mail.example.com:587', true],
      ['smtp://dana:secret@10.0.0.5', true],
      ['smtp://127.0.0.1.example.com', true],
      ['smtps://mail.example.com', true],
      ['smtp://mail.example.com?requireTLS=false', false],
      ['smtp://localhost:1025', false],
      ['smtp://127.0.0.1:25', false],
      ['smtp://[::1]:25', false],
      ['smtp://localhost?requireTLS=true', true],
    ] as const) {
      expect([url, mustEncrypt(url)]).toEqual([url, encrypted]);
    }
  });

  test('is not used unencrypted where encryption is required: the email stays queued', async () => {
    const smtpUrl = `${server.url}?requireTLS=true`;
    const deliver = createDelivery({ smtpUrl, from, folder });
    await expect(deliver('1', letter)).rejects.toThrow();
    expect(server.received).toEqual([]);
    await createDelivery({ smtpUrl: `${server.url}?requireTLS=false`, from, folder })('2', letter);
    expect(server.received).toHaveLength(1);
  });

  test('is not used unencrypted to another machine that offers nothing better', async () => {
    // This machine, by an address that might be another one.
    const smtpUrl = server.url.replace('127.0.0.1', '0.0.0.0');
    await expect(createDelivery({ smtpUrl, from, folder })('1', letter)).rejects.toThrow();
    expect(server.received).toEqual([]);
    await createDelivery({ smtpUrl: server.url, from, folder })('2', letter);
    expect(server.received).toHaveLength(1);
  });
});
