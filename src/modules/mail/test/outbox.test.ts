import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { requestPasswordReset } from '../../access/contract.ts';
import { emailsTo, linkIn, tokenIn } from '../../access/test/mailbox.ts';
import { listActivity } from '../../activity/contract.ts';
import {
  getMailSummary,
  getOutboxMail,
  listOutbox,
  resendMail,
  saveEmailTemplate,
  sendTestEmail,
} from '../contract.ts';
import { sweepMail } from '../server/outbox/sweep.ts';
import { findMailTemplate } from '../server/public.ts';

let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

const list = async (query: object = {}) => (await admin.call(listOutbox, { query })).body;
const read = (mailId: string) => admin.call(getOutboxMail, { params: { mailId } });

async function sendTest(email: string): Promise<string> {
  const { status, body } = await admin.call(sendTestEmail, { body: { email } });
  expect(status).toBe(202);
  return body.mailId;
}

test('an email is deleted 90 days after it was sent, with its file', async () => {
  const folder = path.join(forecourt.platform.config.dataDir, 'outbox');
  const [old, late] = [await sendTest('old@example.com'), await sendTest('late@example.com')];
  await emailsTo(forecourt, 'late@example.com');
  await emailsTo(forecourt, 'old@example.com');
  const backdate = (id: string, days: number) =>
    sql`update mail_outbox set sent_at = now() - make_interval(days => ${days})
      where id = ${id}`.execute(forecourt.platform.db);
  await backdate(old, 91);
  await backdate(late, 89);
  const then = new Date(Date.now() - 91 * 86_400_000);
  await fs.utimes(path.join(folder, `${old}.eml`), then, then);
  await sweepMail(forecourt.platform.db, folder);
  expect((await read(old)).status).toBe(404);
  expect((await read(late)).status).toBe(200);
  const files = await fs.readdir(folder);
  expect([files.includes(`${old}.eml`), files.includes(`${late}.eml`)]).toEqual([false, true]);
});

describe('a test email', () => {
  test('is really sent, and shown in the outbox as it was sent', async () => {
    const id = await sendTest(' Dana@Example.com ');
    const [mail] = await emailsTo(forecourt, 'dana@example.com');
    expect(mail?.subject).toBe('Test email from Forecourt');
    expect(linkIn(mail)).toBe(`${forecourt.url}/`);
    const { body } = await read(id);
    expect(body).toMatchObject({
      to: 'dana@example.com',
      state: 'sent',
      category: 'other',
      template: 'Test email',
      reason: null,
      attempts: 0,
      file: `outbox/${id}.eml`,
      text: expect.stringContaining('email delivery works'),
      html: expect.stringContaining('Open Forecourt'),
    });
    expect(body.headers).toContainEqual({ name: 'Message-ID', value: mail?.messageId });
    const { body: log } = await admin.call(listActivity, { query: { action: 'mail.test_sent' } });
    expect(log[0]).toMatchObject({ subjectName: 'dana@example.com' });
  });

  test('of a template has sample values', async () => {
    const body = { email: 'sample@example.com', templateId: 'password-reset' };
    await admin.call(sendTestEmail, { body });
    const [mail] = await emailsTo(forecourt, body.email);
    expect(mail?.text).toContain('Hello Dana');
    expect(tokenIn(mail)).toBe('sample');
    const unknown = { ...body, templateId: 'constructor' };
    expect((await admin.call(sendTestEmail, { body: unknown })).status).toBe(404);
  });

  test.each([[''], ['dana'], ['a@b.example, c@d.example'], ['a@b.example\r\nBcc: c@d.example']])(
    'to %j is refused',
    async (email) => {
      const before = await list();
      const { status, body } = await admin.call(sendTestEmail, { body: { email } });
      expect([status, body]).toMatchObject([400, { error: 'Please enter a valid email address' }]);
      expect(await list()).toEqual(before);
    },
  );

  test('is rate limited', async () => {
    const { db } = forecourt.platform;
    await db
      .updateTable('users')
      .set({ page_permissions: ['system_management'] })
      .where('username', '=', 'executive')
      .execute();
    const client = await forecourt.signIn('executive');
    const send = () => client.call(sendTestEmail, { body: { email: 'manager@larkfield.example' } });
    for (let n = 0; n < 30; n++) expect((await send()).status).toBe(202);
    const { status, headers } = await send();
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });
});

describe('the outbox', () => {
  test('never shows a link that gives access to an account', async () => {
    const email = 'gm@larkfield.example';
    await forecourt.client().call(requestPasswordReset, { body: { email } });
    const [mail] = await emailsTo(forecourt, email);
    const token = tokenIn(mail);
    expect(token).toHaveLength(43);
    const [row] = await list({ search: email });
    const { body } = await read(row?.id ?? '');
    expect(body.text).toContain('Hello Raymond');
    expect(body.text).toContain('(link removed)');
    expect(JSON.stringify([body, await list()])).not.toContain(token);
    // The database does not store it either.
    const rows = await forecourt.platform.db.selectFrom('mail_outbox').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('never shows what people wrote to each other', async () => {
    const { db, mail } = forecourt.platform;
    const template = await findMailTemplate(db, 'notification-digest');
    if (!template) throw new Error('The template is off');
    const title = 'Linda Tran';
    const letter = template.render({
      firstName: 'Dana',
      count: 1,
      isSingle: true,
      title,
      more: '',
      loginLink: 'x',
      notifications: [{ title, preview: 'I am leaving, keep it quiet', link: '/?channel=dm-3-9' }],
    });
    expect(letter.subject).toBe(title);
    const id = await mail.send(db, { to: 'dana@larkfield.example', ...letter });
    const [sent] = await emailsTo(forecourt, 'dana@larkfield.example');
    expect(sent?.text).toContain('I am leaving');
    const { body } = await read(id);
    expect(body).toMatchObject({ subject: 'A notification', category: 'notification' });
    expect(body.text).toContain('(not shown here)');
    expect(JSON.stringify([body, await list()])).not.toMatch(/leaving|Linda|dm-3-9/);
    expect(await list({ search: 'Linda' })).toEqual([]);
  });

  test('shows that the content of an email is not stored', async () => {
    const { db, mail } = forecourt.platform;
    const id = await mail.send(db, { to: 'old@example.com', subject: 'Old', text: 'secret text' });
    const { body } = await read(id);
    expect(body).toMatchObject({ subject: 'Old', text: null, html: null, template: null });
  });

  test('is filtered by state, category, search and page', async () => {
    for (let n = 0; n < 5; n++) await sendTest(`page.${n}@example.com`);
    await emailsTo(forecourt, 'page.4@example.com');
    const all = await list({ search: 'page.' });
    expect(all.map(({ to }) => to[5])).toEqual(['4', '3', '2', '1', '0']);
    const paged = [];
    for (let next: object = {}; ; ) {
      const page = await list({ search: 'page.', limit: 2, ...next });
      paged.push(...page);
      const last = page.at(-1);
      if (page.length < 2 || !last) break;
      next = { before: last.createdAt, beforeId: last.id };
    }
    expect(paged).toEqual(all);
    expect(await list({ search: 'page_' })).toEqual([]);
    expect(await list({ state: 'waiting' })).toEqual([]);
    expect(await list({ state: 'failed' })).toEqual([]);
    const security = await list({ state: 'sent', category: 'security' });
    expect(security.map(({ to }) => to)).toEqual(['gm@larkfield.example']);
    const { body } = await admin.call(getMailSummary);
    expect(body).toMatchObject({ delivery: 'files', waiting: 0, failed: 0 });
    expect(body.lastSentAt).toBe(all[0]?.sentAt);
  });

  test('is not accessible to others', async () => {
    const [mail] = await list();
    const params = { mailId: mail?.id ?? '' };
    for (const client of [forecourt.client(), await forecourt.signIn('gm')]) {
      const status = client.cookie ? 403 : 401;
      const responses = [
        await client.call(listOutbox, { query: {} }),
        await client.call(getOutboxMail, { params }),
        await client.call(resendMail, { params }),
        await client.call(getMailSummary),
      ];
      expect(responses.map((response) => response.status)).toEqual(Array(4).fill(status));
    }
  });

  test('resends only failed emails, and returns 404 for unknown ones', async () => {
    const [mail] = await list({ state: 'sent' });
    const again = (mailId: string) => admin.call(resendMail, { params: { mailId } });
    expect((await again(mail?.id ?? '')).status).toBe(409);
    const unknownId = '00000000-0000-7000-8000-000000000000';
    expect([(await again(unknownId)).status, (await read(unknownId)).status]).toEqual([404, 404]);
    expect((await admin.raw('GET', '/api/mail/outbox/1')).status).toBe(400);
  });

  test('contains nothing of a template that is off', async () => {
    const { db } = forecourt.platform;
    const body = { subject: 'Off', htmlTemplate: 'x', textTemplate: 'x', active: false };
    const params = { id: 'notification-digest' };
    expect((await admin.call(saveEmailTemplate, { params, body })).status).toBe(200);
    expect(await findMailTemplate(db, 'notification-digest')).toBeNull();
  });
});
