import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { chatReport } from '../server/reports/chat/report.ts';
import {
  at,
  fullScope,
  openServiceStage,
  queryOf,
  read,
  type ServiceStage,
} from './service-stage.ts';

let stage: ServiceStage;
let executive: StageUser;
let other: StageUser;
beforeAll(async () => {
  stage = await openServiceStage();
  executive = await stage.addUser({ role: 'executive', storeAccess: ['all'] });
  other = await stage.addUser({ role: 'manager', storeAccess: ['ford'] });
});
beforeEach(() => empty());
afterAll(() => stage.stop());

/** Deletes all requests and thread replies. */
async function empty(): Promise<void> {
  // In one statement: the job of overdue requests adds events at any moment.
  await sql`truncate chat_requests, chat_request_events`.execute(stage.db);
  await sql`update chat_messages set deleted_at = now(), deleted_by = sender_id
    where thread_id is not null`.execute(stage.db);
}

const march = (user: StageUser, values: object = {}) =>
  queryOf('2026-03-01', '2026-03-31', { scope: { ...fullScope, userId: user.id }, ...values });
const figures = (user: StageUser, by?: string, values: object = {}) =>
  read(stage.db, chatReport, march(user, values), by);

let seq = 1_000_000;
const asked_at = at('2026-03-10T10:00');
const later = (minutes: number, from = asked_at) => new Date(from.getTime() + minutes * 60_000);

async function message(channel_id: string, values: object = {}): Promise<string> {
  seq += 1;
  const row = {
    id: crypto.randomUUID(),
    channel_id,
    seq,
    rev: seq,
    sender_id: other.id,
    client_msg_id: crypto.randomUUID(),
    content: 'Where is the key?',
    created_at: asked_at,
    ...values,
  };
  await stage.db.insertInto('chat_messages').values(row).execute();
  return row.id;
}

async function request(
  channel_id: string,
  values: object = {},
  messageValues: object = {},
): Promise<string> {
  const message_id = await message(channel_id, messageValues);
  const row = { message_id, channel_id, kind: 'part_eta', status: 'open', asked_at };
  await stage.db
    .insertInto('chat_requests')
    .values({ ...row, asked_by: other.id, ...values })
    .execute();
  return message_id;
}

async function channel(type: string, values: object = {}): Promise<string> {
  const id = `t-${crypto.randomUUID()}`;
  const row = { id, type, name: id, created_by: other.id, ...values };
  await stage.db.insertInto('chat_channels').values(row).execute();
  return id;
}

const done = (minutes: number) => ({
  status: 'done',
  owner_id: executive.id,
  closed_by: executive.id,
  closed_at: later(minutes),
});

test('matches a hand calculation', async () => {
  await request('service', { ...done(30), claimed_at: later(10), due_at: later(60) });
  await request('service', { ...done(90), claimed_at: later(20), due_at: later(60) });
  await request('service', { status: 'claimed', owner_id: executive.id, due_at: later(5) });
  await request('service', { due_at: '2090-01-01T00:00:00Z' });
  await request('service', { ...done(1), status: 'cancelled', due_at: later(60) });
  const { total, '': group } = await figures(executive);
  expect(total).toMatchObject({
    requests: 5,
    claimMinutes: 15,
    doneMinutes: 60,
    open: 2,
    overdueShare: 2 / 3,
  });
  expect(group).toMatchObject({ requests: 5 });
});

test('requests count for the store of their channel; group-wide ones for no single store', async () => {
  const ford = await channel('team', { store: 'ford' });
  await request(ford);
  await request('service');
  const result = await figures(executive);
  expect([result.ford?.requests, result['']?.requests, result.total?.requests]).toEqual([1, 1, 2]);
  expect((await figures(executive, 'store', { stores: ['ford'] })).total?.requests).toBe(1);
  expect((await figures(executive, 'store', { stores: ['hyundai'] })).total?.requests).toBe(0);
  const only = [{ by: 'store', key: '' }];
  expect((await figures(executive, 'store', { only })).total?.requests).toBe(1);
});

test('requests in a private channel count only for members, and direct messages never', async () => {
  const secret = await channel('private');
  await stage.db
    .insertInto('chat_members')
    .values({ channel_id: secret, user_id: other.id })
    .execute();
  const [low, high] = [executive.id, other.id].sort((a, b) => a - b);
  const id = `dm-${low}-${high}`;
  const pair = { id, user_low: low, user_high: high, created_by: null };
  await channel('direct', pair);
  await request(secret);
  await request(id);
  expect((await figures(other)).total?.requests).toBe(1);
  expect((await figures(executive)).total?.requests).toBe(0);
  const page = { after: undefined, limit: 50 };
  const seen = async (user: StageUser) =>
    (await chatReport.records.read(stage.db, march(user), page)).records.map(
      ({ cells }) => cells[1],
    );
  expect(await seen(other)).toEqual([secret]);
  expect(await seen(executive)).toEqual([]);
});

test('requests in a managers channel do not count for employees', async () => {
  const nora = await stage.addUser({ storeAccess: ['all'] });
  await request('management');
  expect((await figures(executive)).total?.requests).toBe(1);
  expect((await figures(nora)).total?.requests).toBe(0);
});

test('requests of deleted messages do not count, and a disabled reader sees none', async () => {
  const id = await request('service');
  await request('service');
  const gone = { deleted_at: new Date(), deleted_by: other.id };
  await stage.db.updateTable('chat_messages').set(gone).where('id', '=', id).execute();
  expect((await figures(executive)).total?.requests).toBe(1);
  const left = await stage.addUser({ role: 'executive', storeAccess: ['all'] });
  expect((await figures(left)).total?.requests).toBe(1);
  await stage.db.updateTable('users').set({ is_active: false }).where('id', '=', left.id).execute();
  expect((await figures(left)).total?.requests).toBe(0);
});

test('requests count on the day they were made, and are grouped by owner, kind and channel', async () => {
  await request('service', { asked_at: at('2026-02-28T23:59') });
  await request('service', { asked_at: at('2026-03-01T00:00'), kind: 'price_approval' });
  await request('sales', { asked_at: at('2026-03-31T23:59'), ...done(0), closed_at: new Date() });
  expect((await figures(executive)).total?.requests).toBe(2);
  const kinds = await figures(executive, 'kind');
  expect([kinds.price_approval?.requests, kinds.part_eta?.requests]).toEqual([1, 1]);
  const owners = await figures(executive, 'owner');
  expect([owners[executive.id]?.requests, owners['']?.requests]).toEqual([1, 1]);
  expect((await figures(executive, 'channel')).sales?.requests).toBe(1);
});

test('a thread is answered by the first reply of someone else, not by its author', async () => {
  const begun = await message('sales', { reply_count: 3 });
  let place = 0;
  const reply = (sender_id: number, minutes: number, values: object = {}) => {
    place += 1;
    const thread = { seq: null, thread_id: begun, thread_seq: place };
    return message('sales', { ...thread, sender_id, created_at: later(minutes), ...values });
  };
  await reply(other.id, 1);
  await reply(executive.id, 3, { deleted_at: new Date(), deleted_by: executive.id });
  expect((await figures(executive)).total?.answerMinutes).toBeNull();
  await reply(executive.id, 12);
  await reply(executive.id, 90);
  const result = await figures(executive, 'channel');
  expect(result.sales).toMatchObject({ answerMinutes: 12, requests: 0 });
  // Threads have no owner and no kind.
  expect(await figures(executive, 'owner')).toMatchObject({ total: { requests: 0 } });
  expect(Object.keys(await figures(executive, 'owner'))).toEqual(['total']);
});

test('the records link to their messages without the message text', async () => {
  const ids = [await request('service'), await request('service', { asked_at: later(1) })];
  const pages: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await chatReport.records.read(stage.db, march(executive), { after, limit: 1 });
    expect(JSON.stringify(page.records)).not.toContain('key');
    pages.push(...page.records.map(({ href }) => href ?? ''));
    after = page.next ?? undefined;
    more = page.next !== null;
  }
  expect(pages).toEqual(ids.toReversed().map((id) => `/?channel=service&message=${id}`));
});

test('no record is lost between pages of requests of one millisecond', async () => {
  // Of one millisecond, as the server makes them: only their ends differ.
  const ends = ['000000000003', '000000000001', 'ffffffffffff', '000000000002'];
  for (const end of ends) {
    await request('service', {}, { id: `019cd7a3-e000-7000-8000-${end}` });
  }
  const pages: string[] = [];
  let after: string | undefined;
  do {
    const page = await chatReport.records.read(stage.db, march(executive), { after, limit: 1 });
    pages.push(...page.records.map(({ id }) => id.slice(-12)));
    after = page.next ?? undefined;
  } while (after);
  expect(pages).toEqual(ends.toSorted().toReversed());
});

test('finds the first day of requests, including group-wide ones, for each store', async () => {
  await request('service', { asked_at: at('2025-12-31T23:30') });
  expect(await chatReport.since(stage.db, march(executive))).toEqual(
    fullScope.stores.map((store) => ({ store, since: '2025-12-31' })),
  );
});
