import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emailsTo } from '../../access/test/mailbox.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listEmailTemplates, saveEmailTemplate } from '../../mail/contract.ts';
import * as calls from '../contract/views.ts';
import { deliver, sendDue } from '../server/mailing/sendDue.ts';
import { getReport } from '../server/query/getReport.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
let owner: StageUser;
/** May see gross. */
let gm: StageUser;
/** May not see gross. */
let seller: StageUser;
/** In another store. */
let other: StageUser;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
};
beforeAll(async () => {
  stage = await openReportStage();
  const money = { featurePermissions: ['view_data' as const, 'financial_reports' as const] };
  const all = { ...reader, ...money, storeAccess: ['all' as const] };
  owner = await stage.addUser({ ...all, role: 'executive', firstName: 'Olga' });
  gm = await stage.addUser({ ...all, role: 'general_manager' });
  seller = await stage.addUser({ ...reader, storeAccess: ['ford'] });
  other = await stage.addUser({ ...reader, storeAccess: ['hyundai'] });
  const sold = { delivered_on: '2026-03-10', signed_on: '2026-03-10', status: 'delivered' };
  for (const store of ['ford', 'ford', 'hyundai'] as const) {
    await stage.deal({ ...sold, store, price_cents: 3_000_000, cost_cents: 2_877_700 });
  }
});
afterAll(() => stage.stop());
// Views left by earlier tests would be sent too.
beforeEach(() => sql`delete from report_views`.execute(stage.platform.db));

const march = { period: 'custom', from: '2026-03-01', to: '2026-03-31', only: '' } as const;
const hour = 60 * 60_000;

interface ScheduledView {
  id: number;
  nextAt: number;
}

/** A view of March that is emailed every day. */
async function addScheduledView(
  people: readonly StageUser[],
  values: object = {},
): Promise<ScheduledView> {
  const viewFields = { name: 'March', report: 'sales', question: march, isShared: false } as const;
  const body = { clientId: randomUUID(), ...viewFields, ...values };
  const saved = await owner.client.call(calls.saveView, { body });
  expect(saved.status).toBe(201);
  const schedule = { every: 'day' as const, hour: 7, recipientIds: people.map(({ id }) => id) };
  const params = { viewId: saved.body.id };
  const set = await owner.client.call(calls.scheduleView, {
    params,
    body: { schedule, version: 1 },
  });
  expect(set.status).toBe(200);
  return { id: saved.body.id, nextAt: Date.parse(set.body.schedule?.nextAt ?? '') };
}
const run = (at: number) => sendDue(stage.platform, getReport, new Date(at));
const addressOf = async ({ id }: StageUser) => (await stage.row(id)).email;
/** The emails someone received since the last call. */
const read = new Map<number, number>();
async function fresh(user: StageUser) {
  const mails = await emailsTo(stage, await addressOf(user));
  const seen = read.get(user.id) ?? 0;
  read.set(user.id, mails.length);
  return mails.slice(seen);
}
const viewOf = async (id: number) =>
  (await owner.client.call(calls.listViews)).body.find((view) => view.id === id);

describe('a view that is due', () => {
  test('is sent to each recipient once, with links to read and to stop it', async () => {
    const { id, nextAt } = await addScheduledView([gm]);
    await run(nextAt - 1_000);
    expect(await fresh(gm)).toEqual([]);
    await run(nextAt + 1_000);
    await run(nextAt + 2_000);
    const [mail, ...more] = await fresh(gm);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('March: Mar 1 – 31, 2026');
    const text = mail?.text ?? '';
    expect(text).toContain('Sales · All your stores');
    expect(text).toMatch(/Units[^\n]*: 3/);
    expect(text).toMatch(/Ford: [^\n]*2/);
    expect(text).toContain(
      `${stage.url}/reports?report=sales&period=custom&from=2026-03-01&to=2026-03-31`,
    );
    expect(text).toContain('it is sent to you every day at 7:00 AM');
    expect(text).toContain(`/reports?view=${id}`);
    expect(mail?.html).toContain('Ford</td>');
    expect(mail?.html).not.toContain('{{');
    const view = await viewOf(id);
    expect(Date.parse(view?.schedule?.nextAt ?? '')).toBe(nextAt + 24 * hour);
    expect(Date.parse(view?.schedule?.lastSentAt ?? '')).toBe(nextAt + 1_000);
  });

  test('is calculated once for all recipients with the same scope', async () => {
    const calculated: string[] = [];
    const counting: typeof getReport = (platform, scope, ...rest) => {
      calculated.push(`${rest[0]} ${scope.stores.length} ${scope.money}`);
      return getReport(platform, scope, ...rest);
    };
    const sales = await addScheduledView([owner, gm, seller]);
    await sendDue(stage.platform, counting, new Date(sales.nextAt + 1_000));
    expect(calculated.splice(0).toSorted()).toEqual(['sales 1 false', 'sales 3 true']);
    // The chat report depends on the reader.
    const chat = await addScheduledView([owner, gm], { report: 'chat', name: 'Requests' });
    await sendDue(stage.platform, counting, new Date(chat.nextAt + 1_000));
    expect(calculated).toEqual(['chat 3 true', 'chat 3 true']);
    for (const user of [owner, gm, seller]) {
      expect((await fresh(user)).length).toBe(user === seller ? 1 : 2);
    }
  });

  test('is limited to each recipient’s scope: gross with permission, and only their stores', async () => {
    const { nextAt } = await addScheduledView([gm, seller, other]);
    await run(nextAt + 1_000);
    const [[all], [ford], [hyundai]] = [await fresh(gm), await fresh(seller), await fresh(other)];
    expect(all?.text).toMatch(/gross/i);
    expect(all?.text).toMatch(/Units[^\n]*: 3/);
    expect(ford?.text).toMatch(/Units[^\n]*: 2/);
    expect(hyundai?.text).toMatch(/Units[^\n]*: 1/);
    for (const { text = '', html = '' } of [ford ?? {}, hyundai ?? {}]) {
      expect(text + html).not.toMatch(/gross/i);
      // The gross of one and of two of these deals.
      expect(text + html).not.toMatch(/1,223|2,446/);
    }
    expect(ford?.text).not.toContain('Hyundai');
    expect(hyundai?.text).not.toContain('Ford:');
  });

  test('is not sent to recipients who lost access', async () => {
    const money = await addScheduledView([gm, seller], { report: 'finance', name: 'Finance' });
    const store = await addScheduledView([other, gm], { question: { ...march, store: 'ford' } });
    const leaver = await stage.addUser({ ...reader, storeAccess: ['ford'] });
    const left = await addScheduledView([leaver], { name: 'Left' });
    await sql`update users set page_permissions = '{}' where id = ${leaver.id}`.execute(
      stage.platform.db,
    );
    await run(Math.max(money.nextAt, store.nextAt, left.nextAt) + 1_000);
    expect(await fresh(gm)).toHaveLength(2);
    expect([await fresh(seller), await fresh(other), await fresh(leaver)]).toEqual([[], [], []]);
    expect((await viewOf(left.id))?.schedule?.lastSentAt).toBeNull();
  });

  test('uses the scope of each recipient on the day it is sent', async () => {
    const rights = { ...reader, storeAccess: ['all' as const] };
    const former = await stage.addUser({
      ...rights,
      role: 'executive',
      featurePermissions: ['view_data', 'financial_reports'],
    });
    const body = { clientId: randomUUID(), name: 'Theirs', report: 'sales' as const };
    const viewFields = { ...body, question: march, isShared: false };
    const { body: saved } = await former.client.call(calls.saveView, { body: viewFields });
    const recipientIds = [former.id, gm.id, seller.id];
    const { body: set } = await former.client.call(calls.scheduleView, {
      params: { viewId: saved.id },
      body: { schedule: { every: 'day', hour: 7, recipientIds }, version: 1 },
    });
    const nextAt = Date.parse(set.schedule?.nextAt ?? '');
    const change = (row: object) =>
      stage.platform.db.updateTable('users').set(row).where('id', '=', former.id).execute();
    const texts = async (day: number) => {
      // Two hours later, because of daylight saving changes.
      await run(nextAt + (day * 24 + 2) * hour);
      const mails = await Promise.all([former, gm, seller].map(fresh));
      return mails.map((found) => found.map(({ text, html }) => `${text}${html}`));
    };
    const first = await texts(0);
    expect(first.map(([text = '']) => /gross/i.test(text))).toEqual([true, true, false]);
    await change({ feature_permissions: ['view_data'] });
    const second = await texts(1);
    expect(second.map(([text = '']) => /gross/i.test(text))).toEqual([false, true, false]);
    await change({ store_access: ['hyundai'] });
    expect((await texts(2)).map(([text]) => /Ford: /.test(text ?? ''))).toEqual([
      ...[false, true, true],
    ]);
    // Recipients keep getting it after the owner is disabled, until they leave.
    await change({ is_active: false });
    const last = await texts(3);
    expect(last.map((found) => found.length)).toEqual([0, 1, 1]);
    await seller.client.call(calls.leaveView, { params: { viewId: saved.id } });
    expect((await texts(4)).map((found) => found.length)).toEqual([0, 1, 0]);
  });

  test('is sent once by several instances at the same time', async () => {
    const { nextAt } = await addScheduledView([gm, seller]);
    await Promise.all([1, 2, 3, 4].map(() => run(nextAt + 1_000)));
    expect([await fresh(gm), await fresh(seller)].map((mails) => mails.length)).toEqual([1, 1]);
  });

  test('is made up once after downtime, and continues on schedule', async () => {
    const { id, nextAt } = await addScheduledView([gm]);
    await run(nextAt + 75 * hour);
    expect(await fresh(gm)).toHaveLength(1);
    await run(nextAt + 75 * hour + 1_000);
    expect(await fresh(gm)).toEqual([]);
    const next = Date.parse((await viewOf(id))?.schedule?.nextAt ?? '');
    expect(next).toBeGreaterThan(nextAt + 75 * hour);
    expect(next).toBeLessThanOrEqual(nextAt + 97 * hour);
  });

  test('is neither lost nor duplicated when the server crashes while sending', async () => {
    const { id, nextAt } = await addScheduledView([gm, seller]);
    const runAt = new Date(nextAt);
    const to = await addressOf(gm);
    const send = (tx: typeof stage.platform.db) =>
      stage.platform.mail.send(tx, { to, subject: 'Half a round', text: 'x' });
    const delivery = { viewId: id, userId: gm.id, runAt };
    const killed = deliver(stage.platform, delivery, async (tx) => {
      await send(tx);
      throw new Error('Killed');
    });
    await expect(killed).rejects.toThrow('Killed');
    expect(await fresh(gm)).toEqual([]);
    // Crashed after the first of two recipients.
    await deliver(stage.platform, delivery, send);
    await run(nextAt + 1_000);
    expect((await fresh(gm)).map(({ subject }) => subject)).toEqual(['Half a round']);
    expect(await fresh(seller)).toHaveLength(1);
  });

  test('is not sent to recipients who left, or after the view is deleted', async () => {
    const { id, nextAt } = await addScheduledView([gm, seller]);
    await seller.client.call(calls.leaveView, { params: { viewId: id } });
    await deliver(
      stage.platform,
      { viewId: id, userId: seller.id, runAt: new Date(nextAt) },
      () => {
        throw new Error('Sent to a recipient who left');
      },
    );
    await owner.client.call(calls.deleteView, { params: { viewId: id } });
    await run(nextAt + 1_000);
    expect([await fresh(gm), await fresh(seller)]).toEqual([[], []]);
  });

  test('keeps its local hour when the group time zone changes', async () => {
    const { id, nextAt } = await addScheduledView([gm]);
    await sql`update report_views set zone = 'America/New_York',
      next_at = next_at - interval '1 hour' where id = ${id}`.execute(stage.platform.db);
    await run(nextAt - 2 * hour);
    expect(await fresh(gm)).toEqual([]);
    expect(Date.parse((await viewOf(id))?.schedule?.nextAt ?? '')).toBe(nextAt);
  });
});

describe('send to me now', () => {
  const send = (user: StageUser, viewId: number) =>
    user.client.call(calls.sendView, { params: { viewId } });

  test('sends immediately, limited to the user’s scope', async () => {
    const { id } = await addScheduledView([gm], { isShared: true });
    expect((await send(seller, id)).status).toBe(200);
    const [mail] = await fresh(seller);
    expect(mail?.text).toContain('you asked for it just now');
    expect(mail?.text).not.toMatch(/gross/i);
    expect(await fresh(gm)).toEqual([]);
  });

  test('works for own, shared and received views only', async () => {
    const { id } = await addScheduledView([gm]);
    expect((await send(gm, id)).status).toBe(200);
    expect((await send(seller, id)).status).toBe(404);
    await fresh(gm);
  });

  test('is limited to 30 per hour', async () => {
    const { id } = await addScheduledView([other], { isShared: true });
    const eager = await stage.addUser({ ...reader, storeAccess: ['ford'] });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await send(eager, id)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('administrators see that an email was sent, but not its figures', async () => {
  const { nextAt } = await addScheduledView([gm], { name: 'Secret plan' });
  await run(nextAt + 1_000);
  await fresh(gm);
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, shown_text as text, shown_html as html from mail_outbox
    where template = 'report' order by created_at desc limit 1`.execute(stage.platform.db);
  expect(rows[0]?.subject).toBe('A report: Mar 1 – 31, 2026');
  expect(`${rows[0]?.text}${rows[0]?.html}`).not.toMatch(/Secret plan|\$\d/);
});

test('nothing is sent while the template is turned off', async () => {
  const { client } = stage.admin;
  const { body } = await client.call(listEmailTemplates);
  const template = body.find(({ id }) => id === 'report');
  if (!template) throw new Error('There is no template');
  const { subject, htmlTemplate, textTemplate } = template;
  const saved = (active: boolean) =>
    client.call(saveEmailTemplate, {
      params: { id: 'report' },
      body: { subject, htmlTemplate, textTemplate, active },
    });
  const { id, nextAt } = await addScheduledView([gm]);
  expect((await saved(false)).status).toBe(200);
  await run(nextAt + 1_000);
  expect((await gm.client.call(calls.sendView, { params: { viewId: id } })).status).toBe(409);
  await saved(true);
  await run(nextAt + 2_000);
  expect(await fresh(gm)).toEqual([]);
});
