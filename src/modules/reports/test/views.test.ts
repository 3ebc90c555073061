import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract/views.ts';

let stage: AdminStage;
let ann: StageUser;
let bob: StageUser;
let gm: StageUser;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
  storeAccess: ['ford' as const],
};
beforeAll(async () => {
  stage = await openAdminStage();
  ann = await stage.addUser({ ...reader, firstName: 'Annika', lastName: 'Zellweger' });
  bob = await stage.addUser({ ...reader, firstName: 'Bartholomew', lastName: 'Zellweger' });
  gm = await stage.addUser({
    ...reader,
    role: 'general_manager',
    featurePermissions: ['view_data', 'financial_reports'],
  });
});
afterAll(() => stage.stop());

const plain = { period: 'this_month', only: '' } as const;
let count = 0;
const viewFields = (values: object = {}) => ({
  name: `View ${++count}`,
  report: 'sales' as const,
  question: plain,
  isShared: false,
  ...values,
});
async function save({ client }: StageUser, values: object = {}) {
  const body = { clientId: randomUUID(), ...viewFields(values) };
  const response = await client.call(calls.saveView, { body });
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body;
}
const refused = async ({ client }: StageUser, values: object) => {
  const body = { clientId: randomUUID(), ...viewFields(values) };
  const { status, body: reply } = await client.call(calls.saveView, { body });
  expect(reply).toMatchObject({ error: expect.stringMatching(/\.$|:/) });
  return status;
};
const seen = async ({ client }: StageUser) => (await client.call(calls.listViews)).body;
const names = async (user: StageUser) => (await seen(user)).map(({ name }) => name);

describe('a view', () => {
  test('is saved with its question, and its owner may change it', async () => {
    const question = { period: 'custom', from: '2026-01-01', to: '2026-02-28', only: 'make:Ford' };
    const view = await save(ann, { name: '  The first two months  ', question });
    expect(view).toMatchObject({
      name: 'The first two months',
      report: 'sales',
      question,
      isShared: false,
      version: 1,
      schedule: null,
      owner: { id: ann.id, name: 'Annika Zellweger' },
      may: { change: true },
      isReceived: false,
    });
    expect(await seen(ann)).toContainEqual(view);
    expect(await names(bob)).not.toContain(view.name);
  });

  test('saved twice is one view, also concurrently', async () => {
    const body = { clientId: randomUUID(), ...viewFields() };
    const responses = await Promise.all(
      [1, 2, 3].map(() => ann.client.call(calls.saveView, { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect((await names(ann)).filter((name) => name === body.name)).toHaveLength(1);
  });

  test('has a unique name per user, ignoring case', async () => {
    const { name } = await save(ann, { name: 'Used vehicles' });
    expect(await refused(ann, { name: 'USED vehicles' })).toBe(409);
    await save(bob, { name });
    const other = await save(ann);
    const body = { ...viewFields({ name }), version: 1 };
    const renamed = await ann.client.call(calls.changeView, { params: { viewId: other.id }, body });
    expect([renamed.status, renamed.body]).toEqual([
      409,
      expect.objectContaining({ fields: { name: 'You already have a view with this name.' } }),
    ]);
  });

  test.each([
    ['an unknown grouping', { question: { ...plain, by: 'moonphase' } }, 400],
    ['dates without the custom period', { question: { ...plain, from: '2026-01-01' } }, 400],
    ['a custom period without dates', { question: { period: 'custom', only: '' } }, 400],
    ['an invalid filter', { question: { ...plain, only: 'what' } }, 400],
    ['another store', { question: { ...plain, store: 'hyundai' } }, 404],
    ['figures per employee', { question: { ...plain, by: 'salesperson' } }, 403],
    ['a finance report', { report: 'finance' }, 403],
    ['an unknown report', { report: 'weather' }, 400],
    ['no name', { name: ' ' }, 400],
  ])('is refused for %s', async (_, values, status) => {
    const before = await names(ann);
    expect(await refused(ann, values)).toBe(status);
    expect(await names(ann)).toEqual(before);
  });

  test('is changed with the current version, and only by its owner', async () => {
    const { id, name } = await save(ann);
    const change = (user: StageUser, version: number, values: object = {}) =>
      user.client.call(calls.changeView, {
        params: { viewId: id },
        body: { ...viewFields({ name }), ...values, version },
      });
    const changed = await change(ann, 1, { question: { ...plain, by: 'make' } });
    expect([changed.status, changed.body.version, changed.body.question.by]).toEqual([
      200,
      2,
      'make',
    ]);
    const late = await change(ann, 1, { name: 'Too late' });
    expect([late.status, late.body]).toMatchObject([
      409,
      { error: 'Someone else changed this view. Nothing was overwritten.' },
    ]);
    expect((await change(bob, 2)).status).toBe(404);
    expect(await names(ann)).toContain(name);
  });

  test('is deleted only by its owner', async () => {
    const { id } = await save(ann, { isShared: true });
    const deleteView = (user: StageUser) =>
      user.client.call(calls.deleteView, { params: { viewId: id } });
    expect((await deleteView(bob)).status).toBe(404);
    expect([(await deleteView(ann)).status, (await deleteView(ann)).status]).toEqual([200, 404]);
  });

  test('is limited to 100 per user, also concurrently', async () => {
    const atLimit = await stage.addUser(reader);
    await sql`insert into report_views (client_id, owner_id, name, report, question)
      select gen_random_uuid(), ${atLimit.id}, 'No ' || n, 'sales', '{"period":"today","only":""}'
      from generate_series(1, 98) n`.execute(stage.platform.db);
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() =>
        atLimit.client.call(calls.saveView, { body: { clientId: randomUUID(), ...viewFields() } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  });

  test('requires access to reports', async () => {
    const withoutReports = await stage.addUser({ ...reader, pagePermissions: [] });
    expect((await withoutReports.client.call(calls.listViews)).status).toBe(403);
    expect(await refused(withoutReports, {})).toBe(403);
  });
});

describe('a shared view', () => {
  test('is visible to others, who cannot change it', async () => {
    const view = await save(ann, { isShared: true });
    const shown = (await seen(bob)).find(({ id }) => id === view.id);
    expect(shown).toMatchObject({ owner: { id: ann.id }, may: { change: false } });
  });

  test('is visible only to those who may read its data', async () => {
    const money = await save(gm, { report: 'finance', isShared: true });
    const person = await save(gm, { question: { ...plain, by: 'salesperson' }, isShared: true });
    const narrowed = await save(gm, {
      question: { ...plain, only: `salesperson:${bob.id}` },
      isShared: true,
    });
    const plainOne = await save(gm, { isShared: true });
    const shown = await names(ann);
    expect(shown).toContain(plainOne.name);
    for (const { name } of [money, person, narrowed]) expect(shown).not.toContain(name);
    const colleague = await stage.addUser({ ...reader, role: 'manager' });
    expect(await names(colleague)).toEqual(
      expect.arrayContaining([person.name, narrowed.name, plainOne.name]),
    );
    expect(await names(colleague)).not.toContain(money.name);
    const hyundai = await stage.addUser({ ...reader, storeAccess: ['hyundai'] });
    const fordView = await save(gm, { question: { ...plain, store: 'ford' }, isShared: true });
    expect(await names(hyundai)).not.toContain(fordView.name);
    const sent = await ann.client.call(calls.sendView, { params: { viewId: money.id } });
    expect(sent.status).toBe(404);
  });
});

describe('a schedule', () => {
  const weekly = { every: 'week', weekday: 1, hour: 7 } as const;
  const set = (user: StageUser, id: number, schedule: object | null, version: number) =>
    user.client.call(calls.scheduleView, {
      params: { viewId: id },
      body: { schedule: schedule as calls.Schedule | null, version },
    });

  test('has the next run and the recipients', async () => {
    const { id } = await save(ann);
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
    ['at an invalid hour', { every: 'day', hour: 24 }],
    ['to no one', { every: 'day', hour: 7, recipientIds: [] }],
    ['to someone who does not exist', { every: 'day', hour: 7, recipientIds: [2_000_000_000] }],
  ])('%s is refused', async (_, values) => {
    const { id } = await save(ann);
    const { status } = await set(ann, id, { recipientIds: [ann.id], ...values }, 1);
    expect(status).toBe(400);
    expect((await seen(ann)).find((view) => view.id === id)).toMatchObject({
      version: 1,
      schedule: null,
    });
  });

  test('belongs to the owner, and needs the current version', async () => {
    const { id } = await save(ann, { isShared: true });
    const schedule = { every: 'day', hour: 7, recipientIds: [ann.id] };
    expect((await set(bob, id, schedule, 1)).status).toBe(404);
    expect((await set(ann, id, schedule, 5)).status).toBe(409);
  });

  test('is sent only to people with access to reports', async () => {
    const { id } = await save(ann);
    const [withoutReports, deleted] = [
      await stage.addUser({ ...reader, pagePermissions: [] }),
      await stage.addUser({ ...reader, firstName: 'Cornelius', lastName: 'Vandermeer' }),
    ];
    const { body: before } = await ann.client.call(calls.listRecipients, {
      query: { q: 'corn vander' },
    });
    expect(before).toEqual([{ id: deleted.id, name: 'Cornelius Vandermeer' }]);
    await sql`update users set is_active = false where id = ${deleted.id}`.execute(
      stage.platform.db,
    );
    for (const someone of [withoutReports, deleted]) {
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

  test('lets recipients leave, and ends with the last one', async () => {
    const { id } = await save(ann);
    await set(ann, id, { every: 'day', hour: 7, recipientIds: [ann.id, bob.id] }, 1);
    const leave = (user: StageUser) =>
      user.client.call(calls.leaveView, { params: { viewId: id } });
    expect((await leave(bob)).status).toBe(200);
    expect((await leave(bob)).status).toBe(404);
    // Saving the old recipient list is refused.
    const again = { every: 'day', hour: 8, recipientIds: [ann.id, bob.id] };
    expect((await set(ann, id, again, 2)).status).toBe(409);
    const one = (await seen(ann)).find((view) => view.id === id);
    expect(one?.schedule?.recipients).toEqual([{ id: ann.id, name: 'Annika Zellweger' }]);
    expect((await leave(ann)).status).toBe(200);
    expect((await seen(ann)).find((view) => view.id === id)).toMatchObject({ schedule: null });
  });
});
