import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../../access/test/mailbox.ts';
import type { Employed } from '../../admin/test/office.ts';
import { listEmailTemplates, saveEmailTemplate } from '../../mail/contract.ts';
import * as calls from '../contract/views.ts';
import { getReport } from '../server/asking/ask.ts';
import { deliver, sendDue } from '../server/mailing/round.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
let owner: Employed;
/** Gross is theirs to know. */
let boss: Employed;
/** It is not. */
let seller: Employed;
/** Of another store. */
let other: Employed;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
};
beforeAll(async () => {
  books = await openBooks();
  const money = { featurePermissions: ['view_data' as const, 'financial_reports' as const] };
  const all = { ...reader, ...money, storeAccess: ['all' as const] };
  owner = await books.hire({ ...all, role: 'executive', firstName: 'Olga' });
  boss = await books.hire({ ...all, role: 'general_manager' });
  seller = await books.hire({ ...reader, storeAccess: ['ford'] });
  other = await books.hire({ ...reader, storeAccess: ['hyundai'] });
  const sold = { delivered_on: '2026-03-10', signed_on: '2026-03-10', status: 'delivered' };
  for (const store of ['ford', 'ford', 'hyundai'] as const) {
    await books.deal({ ...sold, store, price_cents: 3_000_000, cost_cents: 2_877_700 });
  }
});
afterAll(() => books.stop());
// What else is due in a room of others is sent along.
beforeEach(() => sql`delete from report_views`.execute(books.platform.db));

const march = { period: 'custom', from: '2026-03-01', to: '2026-03-31', only: '' } as const;
const hour = 60 * 60_000;

interface Set {
  id: number;
  nextAt: number;
}

/** A view of March that goes out every day. */
async function arrange(people: readonly Employed[], given: object = {}): Promise<Set> {
  const facts = { name: 'March', report: 'sales', question: march, isShared: false } as const;
  const body = { clientId: randomUUID(), ...facts, ...given };
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
const run = (at: number) => sendDue(books.platform, getReport, new Date(at));
const addressOf = async ({ id }: Employed) => (await books.row(id)).email;
/** What somebody got since it was last asked for. */
const read = new Map<number, number>();
async function fresh(who: Employed) {
  const mails = await mailsTo(books, await addressOf(who));
  const known = read.get(who.id) ?? 0;
  read.set(who.id, mails.length);
  return mails.slice(known);
}
const viewOf = async (id: number) =>
  (await owner.client.call(calls.listViews)).body.find((view) => view.id === id);

describe('a view that is due', () => {
  test('goes to each recipient once, in words of its own, with where to read and to stop it', async () => {
    const { id, nextAt } = await arrange([boss]);
    await run(nextAt - 1_000);
    expect(await fresh(boss)).toEqual([]);
    await run(nextAt + 1_000);
    await run(nextAt + 2_000);
    const [mail, ...more] = await fresh(boss);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('March: Mar 1 – 31, 2026');
    const text = mail?.text ?? '';
    expect(text).toContain('Sales · All your stores');
    expect(text).toMatch(/Units[^\n]*: 3/);
    expect(text).toMatch(/Ford: [^\n]*2/);
    expect(text).toContain(
      `${books.url}/reports?report=sales&period=custom&from=2026-03-01&to=2026-03-31`,
    );
    expect(text).toContain('it is sent to you every day at 7:00 AM');
    expect(text).toContain(`/reports?view=${id}`);
    expect(mail?.html).toContain('Ford</td>');
    expect(mail?.html).not.toContain('{{');
    const view = await viewOf(id);
    expect(Date.parse(view?.schedule?.nextAt ?? '')).toBe(nextAt + 24 * hour);
    expect(Date.parse(view?.schedule?.lastSentAt ?? '')).toBe(nextAt + 1_000);
  });

  test('is reckoned once for all who may know the same', async () => {
    const reckoned: string[] = [];
    const counting: typeof getReport = (platform, sight, ...asked) => {
      reckoned.push(`${asked[0]} ${sight.stores.length} ${sight.money}`);
      return getReport(platform, sight, ...asked);
    };
    const sales = await arrange([owner, boss, seller]);
    await sendDue(books.platform, counting, new Date(sales.nextAt + 1_000));
    expect(reckoned.splice(0).toSorted()).toEqual(['sales 1 false', 'sales 3 true']);
    // Whose requests one reads is one’s own.
    const chat = await arrange([owner, boss], { report: 'chat', name: 'Requests' });
    await sendDue(books.platform, counting, new Date(chat.nextAt + 1_000));
    expect(reckoned).toEqual(['chat 3 true', 'chat 3 true']);
    for (const who of [owner, boss, seller]) {
      expect((await fresh(who)).length).toBe(who === seller ? 1 : 2);
    }
  });

  test('says to each what they may know: no gross without the right, and only their store', async () => {
    const { nextAt } = await arrange([boss, seller, other]);
    await run(nextAt + 1_000);
    const [[whole], [ford], [hyundai]] = [
      await fresh(boss),
      await fresh(seller),
      await fresh(other),
    ];
    expect(whole?.text).toMatch(/gross/i);
    expect(whole?.text).toMatch(/Units[^\n]*: 3/);
    expect(ford?.text).toMatch(/Units[^\n]*: 2/);
    expect(hyundai?.text).toMatch(/Units[^\n]*: 1/);
    for (const { text = '', html = '' } of [ford ?? {}, hyundai ?? {}]) {
      expect(text + html).not.toMatch(/gross/i);
      // Of each of these cars, and of two: what it earned.
      expect(text + html).not.toMatch(/1,223|2,446/);
    }
    expect(ford?.text).not.toContain('Hyundai');
    expect(hyundai?.text).not.toContain('Ford:');
  });

  test('goes to nobody who may not read it any more, and they are not told', async () => {
    const money = await arrange([boss, seller], { report: 'finance', name: 'Finance' });
    const store = await arrange([other, boss], { question: { ...march, store: 'ford' } });
    const leaver = await books.hire({ ...reader, storeAccess: ['ford'] });
    const left = await arrange([leaver], { name: 'Left' });
    await sql`update users set page_permissions = '{}' where id = ${leaver.id}`.execute(
      books.platform.db,
    );
    await run(Math.max(money.nextAt, store.nextAt, left.nextAt) + 1_000);
    expect(await fresh(boss)).toHaveLength(2);
    expect([await fresh(seller), await fresh(other), await fresh(leaver)]).toEqual([[], [], []]);
    expect((await viewOf(left.id))?.schedule?.lastSentAt).toBeNull();
  });

  test('goes by what its owner and its readers may know on the day it is sent', async () => {
    const rights = { ...reader, storeAccess: ['all' as const] };
    const former = await books.hire({
      ...{ ...rights, role: 'executive', featurePermissions: ['view_data', 'financial_reports'] },
    });
    const body = { clientId: randomUUID(), name: 'Theirs', report: 'sales' as const };
    const facts = { ...body, question: march, isShared: false };
    const { body: saved } = await former.client.call(calls.saveView, { body: facts });
    const recipientIds = [former.id, boss.id, seller.id];
    const { body: set } = await former.client.call(calls.scheduleView, {
      params: { viewId: saved.id },
      body: { schedule: { every: 'day', hour: 7, recipientIds }, version: 1 },
    });
    const nextAt = Date.parse(set.schedule?.nextAt ?? '');
    const change = (row: object) =>
      books.platform.db.updateTable('users').set(row).where('id', '=', former.id).execute();
    const texts = async (day: number) => {
      // Two hours later, since a day may be longer than another.
      await run(nextAt + (day * 24 + 2) * hour);
      const mails = await Promise.all([former, boss, seller].map(fresh));
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
    // Whoever reads it goes on doing so until they leave it, and still may.
    await change({ is_active: false });
    const last = await texts(3);
    expect(last.map((found) => found.length)).toEqual([0, 1, 1]);
    await seller.client.call(calls.leaveView, { params: { viewId: saved.id } });
    expect((await texts(4)).map((found) => found.length)).toEqual([0, 1, 0]);
  });

  test('goes out once, however many instances look at the same time', async () => {
    const { nextAt } = await arrange([boss, seller]);
    await Promise.all([1, 2, 3, 4].map(() => run(nextAt + 1_000)));
    expect([await fresh(boss), await fresh(seller)].map((mails) => mails.length)).toEqual([1, 1]);
  });

  test('is made up for once after a standstill, and goes on at its hour', async () => {
    const { id, nextAt } = await arrange([boss]);
    await run(nextAt + 75 * hour);
    expect(await fresh(boss)).toHaveLength(1);
    await run(nextAt + 75 * hour + 1_000);
    expect(await fresh(boss)).toEqual([]);
    const next = Date.parse((await viewOf(id))?.schedule?.nextAt ?? '');
    expect(next).toBeGreaterThan(nextAt + 75 * hour);
    expect(next).toBeLessThanOrEqual(nextAt + 97 * hour);
  });

  test('is neither lost nor doubled when the server dies while it sends', async () => {
    const { id, nextAt } = await arrange([boss, seller]);
    const runAt = new Date(nextAt);
    const to = await addressOf(boss);
    const send = (tx: typeof books.platform.db) =>
      books.platform.mail.send(tx, { to, subject: 'Half a round', text: 'x' });
    const delivery = { viewId: id, userId: boss.id, runAt };
    const killed = deliver(books.platform, delivery, async (tx) => {
      await send(tx);
      throw new Error('Killed');
    });
    await expect(killed).rejects.toThrow('Killed');
    expect(await fresh(boss)).toEqual([]);
    // The first of two got theirs, and then it was killed.
    await deliver(books.platform, delivery, send);
    await run(nextAt + 1_000);
    expect((await fresh(boss)).map(({ subject }) => subject)).toEqual(['Half a round']);
    expect(await fresh(seller)).toHaveLength(1);
  });

  test('goes to nobody who has left it, and is gone with its view', async () => {
    const { id, nextAt } = await arrange([boss, seller]);
    await seller.client.call(calls.leaveView, { params: { viewId: id } });
    await deliver(
      books.platform,
      { viewId: id, userId: seller.id, runAt: new Date(nextAt) },
      () => {
        throw new Error('Somebody who left was sent something');
      },
    );
    await owner.client.call(calls.deleteView, { params: { viewId: id } });
    await run(nextAt + 1_000);
    expect([await fresh(boss), await fresh(seller)]).toEqual([[], []]);
  });

  test('keeps its hour when the group moves to another zone', async () => {
    const { id, nextAt } = await arrange([boss]);
    await sql`update report_views set zone = 'America/New_York',
      next_at = next_at - interval '1 hour' where id = ${id}`.execute(books.platform.db);
    await run(nextAt - 2 * hour);
    expect(await fresh(boss)).toEqual([]);
    expect(Date.parse((await viewOf(id))?.schedule?.nextAt ?? '')).toBe(nextAt);
  });
});

describe('a view sent to oneself', () => {
  const send = (who: Employed, viewId: number) =>
    who.client.call(calls.sendView, { params: { viewId } });

  test('comes at once, as much of it as one may know', async () => {
    const { id } = await arrange([boss], { isShared: true });
    expect((await send(seller, id)).status).toBe(200);
    const [mail] = await fresh(seller);
    expect(mail?.text).toContain('you asked for it just now');
    expect(mail?.text).not.toMatch(/gross/i);
    expect(await fresh(boss)).toEqual([]);
  });

  test('is one’s own, shared or received, and no other', async () => {
    const { id } = await arrange([boss]);
    expect((await send(boss, id)).status).toBe(200);
    expect((await send(seller, id)).status).toBe(404);
    await fresh(boss);
  });

  test('comes thirty times an hour at most', async () => {
    const { id } = await arrange([other], { isShared: true });
    const eager = await books.hire({ ...reader, storeAccess: ['ford'] });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await send(eager, id)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('administrators see that a mail went out, and none of its figures', async () => {
  const { nextAt } = await arrange([boss], { name: 'Secret plan' });
  await run(nextAt + 1_000);
  await fresh(boss);
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, shown_text as text, shown_html as html from mail_outbox
    where template = 'report' order by created_at desc limit 1`.execute(books.platform.db);
  expect(rows[0]?.subject).toBe('A report: Mar 1 – 31, 2026');
  expect(`${rows[0]?.text}${rows[0]?.html}`).not.toMatch(/Secret plan|\$\d/);
});

test('nothing is sent while the template is switched off', async () => {
  const { client } = books.admin;
  const { body } = await client.call(listEmailTemplates);
  const words = body.find(({ id }) => id === 'report');
  if (!words) throw new Error('There is no template');
  const { subject, htmlTemplate, textTemplate } = words;
  const saved = (active: boolean) =>
    client.call(saveEmailTemplate, {
      params: { id: 'report' },
      body: { subject, htmlTemplate, textTemplate, active },
    });
  const { id, nextAt } = await arrange([boss]);
  expect((await saved(false)).status).toBe(200);
  await run(nextAt + 1_000);
  expect((await boss.client.call(calls.sendView, { params: { viewId: id } })).status).toBe(409);
  await saved(true);
  await run(nextAt + 2_000);
  expect(await fresh(boss)).toEqual([]);
});
