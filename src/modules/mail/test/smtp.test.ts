import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { mailCategories } from '../../../platform/contract/mail.ts';
import { type MailServer, startMailServer } from '../../../platform/server/mail/test/mailServer.ts';
import { requestPasswordReset } from '../../access/contract.ts';
import { getOutboxMail, listOutbox, resendMail, sendTestEmail } from '../contract.ts';

// A mail server of the tests, over a real socket; no other one is used.
let server: MailServer;
let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  server = await startMailServer();
  forecourt = await startForecourt({ env: { SMTP_URL: server.url } });
  admin = await forecourt.signIn('admin');
});
beforeEach(() => server.onMessage(undefined));
afterAll(async () => {
  server.onMessage(undefined);
  await forecourt.stop();
  await server.close();
});

const received = (address: string) =>
  server.received.filter(({ recipients }) => recipients.includes(address));
const stateOf = async (mailId: string) =>
  (await admin.call(getOutboxMail, { params: { mailId } })).body;

async function sendTest(email: string): Promise<string> {
  return (await admin.call(sendTestEmail, { body: { email } })).body.mailId;
}

const replyWith = (code: number, text: string) => async () => {
  throw Object.assign(new Error(text), { responseCode: code });
};

/** The server holds the email without replying, until the returned function is called. */
function delayReplies(): () => void {
  let letContinue = () => {};
  const continued = new Promise<void>((resolve) => {
    letContinue = resolve;
  });
  server.onMessage(() => continued);
  return letContinue;
}

const retryNow = async () => {
  await sql`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs), run_at => now())`.execute(forecourt.platform.db);
};

describe('a mail server that', () => {
  test('accepts an email gets it once, and the outbox shows it as sent', async () => {
    const id = await sendTest('taken@example.com');
    await expect.poll(() => stateOf(id)).toMatchObject({ state: 'sent', file: null });
    expect(received('taken@example.com')).toHaveLength(1);
  });

  test('defers an email is retried, and gets it once', async () => {
    server.onMessage(replyWith(451, 'Greylisted, try again later'));
    const id = await sendTest('later@example.com');
    await expect
      .poll(() => stateOf(id))
      .toMatchObject({ state: 'waiting', attempts: 1, reason: expect.stringContaining('451') });
    expect((await admin.call(resendMail, { params: { mailId: id } })).status).toBe(409);
    server.onMessage(undefined);
    await retryNow();
    await expect.poll(() => stateOf(id)).toMatchObject({ state: 'sent', reason: null });
    expect(received('later@example.com')).toHaveLength(1);
  });

  test('rejects an email is not retried until someone resends it', async () => {
    server.onMessage(replyWith(550, 'No such mailbox'));
    const id = await sendTest('refused@example.com');
    await expect
      .poll(() => stateOf(id))
      .toMatchObject({ state: 'failed', attempts: 1, reason: expect.stringContaining('No such') });
    const { body: failed } = await admin.call(listOutbox, { query: { state: 'failed' } });
    expect(failed.map((mail) => mail.id)).toEqual([id]);
    server.onMessage(undefined);
    await retryNow();
    // The first try has ended once a later email has arrived.
    const next = await sendTest('next@example.com');
    await expect.poll(() => stateOf(next)).toMatchObject({ state: 'sent' });
    expect(await stateOf(id)).toMatchObject({ state: 'failed' });
    const again = await Promise.all(
      [1, 2, 3].map(() => admin.call(resendMail, { params: { mailId: id } })),
    );
    expect(again.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await expect.poll(() => stateOf(id)).toMatchObject({ state: 'sent', failedAt: null });
    expect(received('refused@example.com')).toHaveLength(1);
  });

  test('hangs blocks neither users nor other jobs', async () => {
    const release = delayReplies();
    const offeredBefore = server.offered();
    const first = await sendTest('hanging@example.com');
    await expect.poll(() => server.offered()).toBe(offeredBefore + 1);
    // Both requests are answered, and their jobs done, while the email is still being sent.
    const email = 'employee@larkfield.example';
    const reset = await forecourt.client().call(requestPasswordReset, { body: { email } });
    expect(reset.status).toBe(200);
    const waiting = async () =>
      (await admin.call(listOutbox, { query: { search: email } })).body.map(({ state }) => state);
    await expect.poll(waiting).toEqual(['waiting']);
    expect(await stateOf(first)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(server.offered()).toBe(offeredBefore + 1);
    release();
    await expect.poll(waiting).toEqual(['sent']);
    expect([received('hanging@example.com').length, received(email).length]).toEqual([1, 1]);
  });

  test('was busy gets waiting emails in order of urgency, each once', async () => {
    const release = delayReplies();
    const offeredBefore = server.offered();
    await sendTest('busy@example.com');
    await expect.poll(() => server.offered()).toBe(offeredBefore + 1);
    const { db, mail } = forecourt.platform;
    const kinds = [...mailCategories, ...mailCategories].reverse();
    for (const [n, category] of kinds.entries()) {
      const subject = `${category} ${n}`;
      await mail.send(db, { to: 'urgency@example.com', subject, text: 'x', category });
    }
    release();
    await expect.poll(() => received('urgency@example.com').length).toBe(kinds.length);
    const order = received('urgency@example.com').map(({ mail: { subject } }) => subject ?? '');
    expect(order.map((subject) => subject.split(' ')[0])).toEqual(
      mailCategories.flatMap((category) => [category, category]),
    );
    expect(new Set(order).size).toBe(kinds.length);
  });

  test('is down makes email wait, and gets it once it is back', async () => {
    const absent = await startMailServer();
    const port = Number(new URL(absent.url).port);
    await absent.close();
    const other = await startForecourt({ env: { SMTP_URL: absent.url } });
    const client = await other.signIn('admin');
    const { body } = await client.call(sendTestEmail, { body: { email: 'wait@example.com' } });
    const state = async () =>
      (await client.call(getOutboxMail, { params: { mailId: body.mailId } })).body;
    await expect
      .poll(state)
      .toMatchObject({ state: 'waiting', reason: expect.stringContaining('ECONNREFUSED') });
    const back = await startMailServer(port);
    await expect.poll(state).toMatchObject({ state: 'sent' });
    expect(back.received).toHaveLength(1);
    await other.stop();
    await back.close();
  });
});
