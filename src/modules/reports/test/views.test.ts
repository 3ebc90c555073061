import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import * as calls from '../contract/views.ts';

let office: Office;
let ann: Employed;
let bob: Employed;
let boss: Employed;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
  storeAccess: ['ford' as const],
};
beforeAll(async () => {
  office = await openOffice();
  ann = await office.hire({ ...reader, firstName: 'Annika', lastName: 'Zellweger' });
  bob = await office.hire({ ...reader, firstName: 'Bartholomew', lastName: 'Zellweger' });
  boss = await office.hire({
    ...reader,
    role: 'general_manager',
    featurePermissions: ['view_data', 'financial_reports'],
  });
});
afterAll(() => office.stop());

const plain = { period: 'this_month', only: '' } as const;
let count = 0;
const facts = (given: object = {}) => ({
  ...{ name: `View ${++count}`, report: 'sales' as const, question: plain, isShared: false },
  ...given,
});
async function keep({ client }: Employed, given: object = {}) {
  const body = { clientId: randomUUID(), ...facts(given) };
  const answer = await client.call(calls.saveView, { body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body;
}
const refused = async ({ client }: Employed, given: object) => {
  const body = { clientId: randomUUID(), ...facts(given) };
  const { status, body: said } = await client.call(calls.saveView, { body });
  expect(said).toMatchObject({ error: expect.stringMatching(/\.$|:/) });
  return status;
};
const seen = async ({ client }: Employed) => (await client.call(calls.listViews)).body;
const names = async (who: Employed) => (await seen(who)).map(({ name }) => name);

describe('a view', () => {
  test('is kept with its question, and is its owner’s to change', async () => {
    const question = { period: 'custom', from: '2026-01-01', to: '2026-02-28', only: 'make:Ford' };
    const view = await keep(ann, { name: '  The first two months  ', question });
    expect(view).toMatchObject({
      name: 'The first two months',
      ...{ report: 'sales', question, isShared: false, version: 1, schedule: null },
      ...{ owner: { id: ann.id, name: 'Annika Zellweger' }, may: { change: true } },
      isReceived: false,
    });
    expect(await seen(ann)).toContainEqual(view);
    expect(await names(bob)).not.toContain(view.name);
  });

  test('sent twice is one, also at once', async () => {
    const body = { clientId: randomUUID(), ...facts() };
    const sends = await Promise.all([1, 2, 3].map(() => ann.client.call(calls.saveView, { body })));
    expect(sends.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(sends.map((answer) => answer.body.id)).size).toBe(1);
    expect((await names(ann)).filter((name) => name === body.name)).toHaveLength(1);
  });

  test('has a name of its own, whatever its letters are', async () => {
    const { name } = await keep(ann, { name: 'Used cars' });
    expect(await refused(ann, { name: 'USED cars' })).toBe(409);
    await keep(bob, { name });
    const other = await keep(ann);
    const body = { ...facts({ name }), version: 1 };
    const renamed = await ann.client.call(calls.changeView, { params: { viewId: other.id }, body });
    expect([renamed.status, renamed.body]).toEqual([
      409,
      expect.objectContaining({ fields: { name: 'You already have a view of this name.' } }),
    ]);
  });

  test.each([
    ['a grouping the report has not', { question: { ...plain, by: 'moonphase' } }, 400],
    ['days without their period', { question: { ...plain, from: '2026-01-01' } }, 400],
    ['a custom period without days', { question: { period: 'custom', only: '' } }, 400],
    ['something that narrows nothing', { question: { ...plain, only: 'what' } }, 400],
    ['another store', { question: { ...plain, store: 'hyundai' } }, 404],
    ['one person beside another', { question: { ...plain, by: 'salesperson' } }, 403],
    ['a report of money', { report: 'finance' }, 403],
    ['a report there is not', { report: 'weather' }, 400],
    ['no name', { name: ' ' }, 400],
  ])('is refused for %s', async (_, given, status) => {
    const before = await names(ann);
    expect(await refused(ann, given)).toBe(status);
    expect(await names(ann)).toEqual(before);
  });

  test('is changed in the version one holds, and by nobody else', async () => {
    const { id, name } = await keep(ann);
    const change = (who: Employed, version: number, given: object = {}) =>
      who.client.call(calls.changeView, {
        params: { viewId: id },
        body: { ...facts({ name }), ...given, version },
      });
    const changed = await change(ann, 1, { question: { ...plain, by: 'make' } });
    expect([changed.status, changed.body.version, changed.body.question.by]).toEqual([
      200,
      2,
      'make',
    ]);
    expect((await change(ann, 1, { name: 'Too late' })).status).toBe(409);
    expect((await change(bob, 2)).status).toBe(404);
    expect(await names(ann)).toContain(name);
  });

  test('is deleted by its owner, and nobody else', async () => {
    const { id } = await keep(ann, { isShared: true });
    const drop = (who: Employed) => who.client.call(calls.deleteView, { params: { viewId: id } });
    expect((await drop(bob)).status).toBe(404);
    expect([(await drop(ann)).status, (await drop(ann)).status]).toEqual([200, 404]);
  });

  test('is one of a hundred at most, also when many are sent at once', async () => {
    const packrat = await office.hire(reader);
    await sql`insert into report_views (client_id, owner_id, name, report, question)
      select gen_random_uuid(), ${packrat.id}, 'No ' || n, 'sales', '{"period":"today","only":""}'
      from generate_series(1, 98) n`.execute(office.platform.db);
    const sends = await Promise.all(
      [1, 2, 3, 4].map(() =>
        packrat.client.call(calls.saveView, { body: { clientId: randomUUID(), ...facts() } }),
      ),
    );
    expect(sends.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  });

  test('is nobody’s without the right to reports', async () => {
    const outsider = await office.hire({ ...reader, pagePermissions: [] });
    expect((await outsider.client.call(calls.listViews)).status).toBe(403);
    expect(await refused(outsider, {})).toBe(403);
  });
});

describe('a shared view', () => {
  test('is seen by others, who cannot change it', async () => {
    const view = await keep(ann, { isShared: true });
    const shown = (await seen(bob)).find(({ id }) => id === view.id);
    expect(shown).toMatchObject({ owner: { id: ann.id }, may: { change: false } });
  });

  test('is seen only by who may ask the same', async () => {
    const money = await keep(boss, { report: 'finance', isShared: true });
    const person = await keep(boss, { question: { ...plain, by: 'salesperson' }, isShared: true });
    const narrowed = await keep(boss, {
      question: { ...plain, only: `salesperson:${bob.id}` },
      isShared: true,
    });
    const plainOne = await keep(boss, { isShared: true });
    const shown = await names(ann);
    expect(shown).toContain(plainOne.name);
    for (const { name } of [money, person, narrowed]) expect(shown).not.toContain(name);
    const colleague = await office.hire({ ...reader, role: 'manager' });
    expect(await names(colleague)).toEqual(
      expect.arrayContaining([person.name, narrowed.name, plainOne.name]),
    );
    expect(await names(colleague)).not.toContain(money.name);
    const elsewhere = await office.hire({ ...reader, storeAccess: ['hyundai'] });
    const here = await keep(boss, { question: { ...plain, store: 'ford' }, isShared: true });
    expect(await names(elsewhere)).not.toContain(here.name);
    const asked = await ann.client.call(calls.sendView, { params: { viewId: money.id } });
    expect(asked.status).toBe(404);
  });
});

describe('a schedule', () => {
  const weekly = { every: 'week', weekday: 1, hour: 7 } as const;
  const set = (who: Employed, id: number, schedule: object | null, version: number) =>
    who.client.call(calls.scheduleView, {
      params: { viewId: id },
      body: { schedule: schedule as calls.Schedule | null, version },
    });

  test('says when it goes out next, and to whom', async () => {
    const { id } = await keep(ann);
    const { body, status } = await set(ann, id, { ...weekly, recipientIds: [bob.id, ann.id] }, 1);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, isReceived: true });
    expect(body.schedule).toMatchObject({ ...weekly, lastSentAt: null });
    expect(body.schedule?.recipients.map((one) => one.id)).toEqual([ann.id, bob.id]);
    const next = new Date(body.schedule?.nextAt ?? 0);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect([next.getUTCDay(), next.getUTCMinutes()]).toEqual([1, 0]);
    const received = (await seen(bob)).find((view) => view.id === id);
    expect(received).toMatchObject({ isReceived: true, may: { change: false } });
    const ended = await set(ann, id, null, 2);
    expect(ended.body).toMatchObject({ schedule: null, isReceived: false });
    expect((await seen(bob)).some((view) => view.id === id)).toBe(false);
  });

  test.each([
    ['without a day of the week', { every: 'week', hour: 7 }],
    ['without a day of the month', { every: 'month', hour: 7 }],
    ['at an hour there is not', { every: 'day', hour: 24 }],
    ['to nobody', { every: 'day', hour: 7, recipientIds: [] }],
    ['to somebody who does not exist', { every: 'day', hour: 7, recipientIds: [2_000_000_000] }],
  ])('%s is refused', async (_, given) => {
    const { id } = await keep(ann);
    const { status } = await set(ann, id, { recipientIds: [ann.id], ...given }, 1);
    expect(status).toBe(400);
    expect((await seen(ann)).find((view) => view.id === id)).toMatchObject({
      ...{ version: 1, schedule: null },
    });
  });

  test('is the owner’s, in the version one holds', async () => {
    const { id } = await keep(ann, { isShared: true });
    const schedule = { every: 'day', hour: 7, recipientIds: [ann.id] };
    expect((await set(bob, id, schedule, 1)).status).toBe(404);
    expect((await set(ann, id, schedule, 5)).status).toBe(409);
  });

  test('goes only to people who may read reports', async () => {
    const { id } = await keep(ann);
    const [outsider, gone] = [
      await office.hire({ ...reader, pagePermissions: [] }),
      await office.hire({ ...reader, firstName: 'Cornelius', lastName: 'Vandermeer' }),
    ];
    const { body: before } = await ann.client.call(calls.listRecipients, {
      query: { q: 'corn vander' },
    });
    expect(before).toEqual([{ id: gone.id, name: 'Cornelius Vandermeer' }]);
    await sql`update users set is_active = false where id = ${gone.id}`.execute(office.platform.db);
    for (const someone of [outsider, gone]) {
      const schedule = { every: 'day', hour: 7, recipientIds: [ann.id, someone.id] };
      expect(await set(ann, id, schedule, 1)).toMatchObject({
        status: 400,
        body: { fields: { recipientIds: expect.any(String) } },
      });
    }
    const search = (q: string) => ann.client.call(calls.listRecipients, { query: { q } });
    expect((await search('corn vander')).body).toEqual([]);
    expect((await search('zellw anni')).body).toEqual([{ id: ann.id, name: 'Annika Zellweger' }]);
    expect((await search('%')).body).toEqual([]);
    expect((await search('')).body).toHaveLength(20);
  });

  test('lets whoever gets it leave, and ends with the last of them', async () => {
    const { id } = await keep(ann);
    await set(ann, id, { every: 'day', hour: 7, recipientIds: [ann.id, bob.id] }, 1);
    const leave = (who: Employed) => who.client.call(calls.leaveView, { params: { viewId: id } });
    expect((await leave(bob)).status).toBe(200);
    expect((await leave(bob)).status).toBe(404);
    // The list with them on it is not saved over that unseen.
    const again = { every: 'day', hour: 8, recipientIds: [ann.id, bob.id] };
    expect((await set(ann, id, again, 2)).status).toBe(409);
    const one = (await seen(ann)).find((view) => view.id === id);
    expect(one?.schedule?.recipients).toEqual([{ id: ann.id, name: 'Annika Zellweger' }]);
    expect((await leave(ann)).status).toBe(200);
    expect((await seen(ann)).find((view) => view.id === id)).toMatchObject({ schedule: null });
  });
});
