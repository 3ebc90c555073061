import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Employed } from '../../admin/test/office.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { setAccepting } from '../contract/settings.ts';
import { listLeads } from '../contract.ts';
import { noteLate } from '../server/clock/late.ts';
import {
  add,
  addCustomer,
  addKeyed,
  always,
  answer,
  arrange,
  deskOf,
  give,
  look,
  move,
  openShowroom,
  type Showroom,
} from './showroom.ts';

let room: Showroom;
let manager: Employed;
let sellers: Employed[];
let outsider: Employed;
let customer: { id: number; name: string };

beforeAll(async () => {
  room = await openShowroom();
  manager = await room.employ({ role: 'manager' });
  sellers = await Promise.all([1, 2, 3].map(() => room.employ()));
  outsider = await room.employ();
  customer = await addCustomer(manager);
});
afterAll(() => room.stop());

const idsOf = (people: readonly Employed[]) => people.map(({ id }) => id);
const titles = async ({ client }: Employed) =>
  (await client.call(listNotifications)).body.notifications.map(({ title }) => title);

/** Leads as a source hands them in, each of a customer of its own. */
async function handIn(key: string, count: number, name = 'Turn') {
  const sends = Array.from({ length: count }, (_, at) =>
    room.client().raw('POST', '/api/leads/adf', {
      body: `<adf><prospect><id>${name}-${at}</id><customer><contact><name part="full">Tess Turner</name>
        <email>${name}${at}@example.com</email></contact></customer></prospect></adf>`,
      headers: { 'content-type': 'text/xml', authorization: `Bearer ${key}` },
    }),
  );
  const answers = await Promise.all(sends);
  expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200));
  return answers.map(({ body }) => body.leads[0].leadId as number);
}

describe('new leads go round', () => {
  test('so that twenty at once are shared evenly', async () => {
    expect((await arrange(manager, { memberIds: idsOf(sellers) })).status).toBe(200);
    const { key } = await addKeyed(room.keeper);
    const leads = await handIn(key, 20);
    const seen = await Promise.all(leads.map((id) => look(manager, id)));
    const counts = Map.groupBy(seen, ({ body }) => body.assignee?.id);
    const shares = [...counts.values()].map((some) => some.length).toSorted();
    expect([...counts.keys()].toSorted()).toEqual(idsOf(sellers).toSorted());
    expect(shares).toEqual([6, 7, 7]);
    const { members } = await deskOf(manager);
    expect(members.map(({ received }) => received).toSorted()).toEqual([6, 7, 7]);
  });

  test('past whoever pauses, is away, has left the store, or is gone', async () => {
    const [here, pausing, away] = sellers as [Employed, Employed, Employed];
    const left = await room.employ();
    const gone = await room.employ();
    await arrange(manager, { memberIds: idsOf([here, pausing, away, left, gone]) });
    const params = { store: 'ford' as const, userId: pausing.id };
    await pausing.client.call(setAccepting, { params, body: { accepts: false } });
    const { db } = room.platform;
    const set = (id: number, given: object) =>
      db.updateTable('users').set(given).where('id', '=', id).execute();
    await set(away.id, { status: 'on-vacation' });
    await set(left.id, { store_access: ['hyundai'] });
    await set(gone.id, { is_active: false });
    for (let round = 0; round < 3; round += 1) {
      expect((await add(manager, customer.id)).assignee?.id).toBe(here.id);
    }
    await set(away.id, { status: 'online' });
    expect((await add(manager, customer.id)).assignee?.id).toBe(away.id);
    await arrange(manager, { memberIds: idsOf(sellers) });
    await pausing.client.call(setAccepting, { params, body: { accepts: true } });
  });

  test('to nobody where nobody accepts, or the store takes no turns', async () => {
    await arrange(manager, { memberIds: [] });
    expect((await add(manager, customer.id)).assignee).toBeNull();
    await arrange(manager, { memberIds: idsOf(sellers), inTurn: false });
    expect((await add(manager, customer.id)).assignee).toBeNull();
    await arrange(manager, { inTurn: true });
  });
});

describe('how a store takes its leads', () => {
  test('is for its managers to say, over the version they hold', async () => {
    const [seller] = sellers as [Employed];
    const far = await room.employ({ storeAccess: ['hyundai'], role: 'manager' });
    expect((await arrange(seller, { limitMinutes: 5 })).status).toBe(403);
    expect((await deskOf(far, 'hyundai')).mayChange).toBe(true);
    const before = await deskOf(manager);
    const body = { ...before, memberIds: idsOf(sellers), limitMinutes: 5 };
    const { store: _, members, mayChange, ...sent } = body;
    const set = async (by: Employed, given: object = {}) =>
      (await by.client.raw('PUT', '/api/leads/desks/ford', { body: { ...sent, ...given } })).status;
    expect(await set(far)).toBe(404);
    expect(await set(manager)).toBe(200);
    expect(await set(manager)).toBe(409);
    const { version } = await deskOf(manager);
    const wrong = [
      { limitMinutes: 0 },
      { hours: always.slice(1) },
      { hours: always.map(() => null) },
      { hours: always.map(() => ({ opens: '19:00', closes: '08:00' })) },
      { memberIds: [far.id] },
      { memberIds: [room.admin.id + 90_000] },
      { memberIds: [9_007_199_254_740_991] },
    ];
    for (const given of wrong) expect(await set(manager, { version, ...given })).toBe(400);
    expect(await deskOf(manager)).toMatchObject({ limitMinutes: 5, version });
  });

  test('moves the time by which who waits is to be answered', async () => {
    await arrange(manager, { hours: always, limitMinutes: 60 });
    const lead = await add(manager, customer.id);
    const at = Date.parse(lead.receivedAt);
    await arrange(manager, { limitMinutes: 30 });
    const due = Date.parse((await look(manager, lead.id)).body.clock.dueAt ?? '');
    // A store that is open all day still closes for its last minute.
    expect([30, 31]).toContain((due - at) / 60_000);
  });

  test('one’s own part is for oneself and the managers', async () => {
    const [one, other] = sellers as [Employed, Employed];
    const set = async (by: Employed, userId: number, store = 'ford' as const) =>
      (
        await by.client.call(setAccepting, {
          params: { store, userId },
          body: { accepts: true },
        })
      ).status;
    expect(await set(one, one.id)).toBe(200);
    expect(await set(one, other.id)).toBe(403);
    expect(await set(manager, other.id)).toBe(200);
    expect(await set(outsider, outsider.id)).toBe(404);
    const far = await room.employ({ storeAccess: ['hyundai'] });
    expect(await set(far, one.id)).toBe(404);
  });
});

describe('of a new lead hears', () => {
  test('whoever got it, and not the others', async () => {
    const [one, other] = sellers as [Employed, Employed];
    const own = await addCustomer(manager, 'ford', { firstName: 'Philippa', lastName: 'Quorn' });
    await add(manager, own.id, { assigneeId: one.id });
    expect(await titles(one)).toContain('New lead: Philippa Q.');
    for (const somebody of [other, outsider, manager]) {
      expect((await titles(somebody)).filter((title) => title.includes('Philippa'))).toEqual([]);
    }
  });

  test('where nobody has it, who accepts and who runs the sales; until it is answered', async () => {
    await arrange(manager, { inTurn: false, memberIds: idsOf(sellers) });
    const own = await addCustomer(manager, 'ford', { firstName: 'Rosamund', lastName: 'Quorn' });
    const lead = await add(room.keeper, own.id);
    const title = 'New lead, not assigned: Rosamund Q.';
    for (const somebody of [...sellers, manager]) expect(await titles(somebody)).toContain(title);
    expect(await titles(outsider)).not.toContain(title);
    await answer(outsider, lead.id);
    for (const somebody of [...sellers, manager]) {
      expect(await titles(somebody)).not.toContain(title);
    }
    await arrange(manager, { inTurn: true });
  });

  test('the channel of sales, once, with no more of the customer than need be', async () => {
    const own = await addCustomer(manager, 'ford', {
      firstName: 'Sidonie',
      lastName: 'Quornfield',
      phones: [{ number: '3165550195', kind: 'mobile' }],
    });
    const lead = await add(manager, own.id);
    const read = async () => {
      const { body } = await manager.client.raw('GET', '/api/chat/messages/sales');
      const messages = body as { content: string }[];
      return messages.filter(({ content }) => content.includes('Sidonie'));
    };
    await eventually(async () => (await read()).length > 0, 'Nothing was said to sales');
    const said = await read();
    expect(said.map(({ content }) => content)).toEqual([
      expect.stringMatching(
        `^New lead: Sidonie Q\\. · 2024 Ford Bronco Badlands\\. .*lead=${lead.id}$`,
      ),
    ]);
    expect(JSON.stringify(said)).not.toMatch(/Quornfield|555/);
  });
});

describe('an answer that is late', () => {
  /** As if it had come in two days ago. */
  const age = (id: number) =>
    sql`update leads set received_at = received_at - interval '2 days' where id = ${id}`.execute(
      room.platform.db,
    );

  test('is noted once, and told to who has it and who runs the sales', async () => {
    const [one, other] = sellers as [Employed, Employed];
    await arrange(manager, { hours: always, limitMinutes: 15 });
    const own = await addCustomer(manager, 'ford', { firstName: 'Tabitha', lastName: 'Quorn' });
    const lead = await add(manager, own.id, { assigneeId: one.id });
    await noteLate(room.platform);
    expect((await look(one, lead.id)).body.events.map(({ data }) => data.kind)).not.toContain(
      'late',
    );
    await age(lead.id);
    const near = await one.client.socket();
    await noteLate(room.platform);
    expect(await near.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
    near.close();
    await noteLate(room.platform);
    const { body } = await look(one, lead.id);
    expect(body.events.filter(({ data }) => data.kind === 'late')).toHaveLength(1);
    expect(body.clock).toMatchObject({ isLate: true });
    expect(body.clock.seconds).toBeGreaterThan(86_400);
    const title = 'Nobody has answered Tabitha Q. in time';
    for (const somebody of [one, manager]) expect(await titles(somebody)).toContain(title);
    for (const somebody of [other, outsider]) expect(await titles(somebody)).not.toContain(title);
    const answered = (await answer(other, lead.id)).body;
    expect(answered.clock).toMatchObject({ dueAt: null, isLate: true });
    for (const somebody of [one, manager]) expect(await titles(somebody)).not.toContain(title);
  });

  test('is none where somebody answered, or gave it up', async () => {
    const leads = [await add(manager, customer.id), await add(manager, customer.id)] as const;
    await answer(manager, leads[0].id);
    await move(manager, leads[1], 'lost', { lostReason: 'not_buying' });
    for (const { id } of leads) await age(id);
    await noteLate(room.platform);
    for (const { id } of leads) {
      const { body } = await look(manager, id);
      expect(body.events.map(({ data }) => data.kind)).not.toContain('late');
    }
  });
});

test('a lead is taken by one of two, and given only by managers', async () => {
  const [one, other] = sellers as [Employed, Employed];
  const lead = await add(manager, customer.id, { assigneeId: null });
  expect((await give(one, lead, other.id)).status).toBe(403);
  const takes = await Promise.all([give(one, lead, one.id), give(other, lead, other.id)]);
  expect(takes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const held = (await look(manager, lead.id)).body;
  const [holder, loser] = held.assignee?.id === one.id ? [one, other] : [other, one];
  expect((await give(loser, held, loser.id)).status).toBe(403);
  expect((await give(holder, held, null)).status).toBe(403);
  const moved = await give(manager, held, loser.id);
  expect(moved.body).toMatchObject({ assignee: { id: loser.id } });
  expect(await titles(loser)).toContain('This lead is yours now: Odalys W.');
  const far = await room.employ({ storeAccess: ['hyundai'] });
  expect((await give(manager, moved.body, far.id)).status).toBe(400);
  const mine = await loser.client.call(listLeads, { query: { whose: 'mine' } });
  expect(mine.body.map(({ id }) => id)).toContain(lead.id);
});
