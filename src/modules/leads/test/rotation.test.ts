import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { setAccepting } from '../contract/settings.ts';
import { listLeads } from '../contract.ts';
import { markOverdueLeads } from '../server/status/overdue.ts';
import {
  add,
  addCustomer,
  addSourceWithKey,
  always,
  answer,
  assign,
  changeRouting,
  fetchLead,
  type LeadStage,
  move,
  openLeadStage,
  routingOf,
} from './stage.ts';

let stage: LeadStage;
let manager: StageUser;
let sellers: StageUser[];
let nonMember: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openLeadStage();
  manager = await stage.addEmployee({ role: 'manager' });
  sellers = await Promise.all([1, 2, 3].map(() => stage.addEmployee()));
  nonMember = await stage.addEmployee();
  customer = await addCustomer(manager);
});
afterAll(() => stage.stop());

const idsOf = (people: readonly StageUser[]) => people.map(({ id }) => id);
const titles = async ({ client }: StageUser) =>
  (await client.call(listNotifications)).body.notifications.map(({ title }) => title);

/** Leads from a source, each with its own customer. */
async function submit(key: string, count: number, name = 'Turn') {
  const requests = Array.from({ length: count }, (_, at) =>
    stage.client().raw('POST', '/api/leads/adf', {
      body: `<adf><prospect><id>${name}-${at}</id><customer><contact><name part="full">Tess Turner</name>
        <email>${name}${at}@example.com</email></contact></customer></prospect></adf>`,
      headers: { 'content-type': 'text/xml', authorization: `Bearer ${key}` },
    }),
  );
  const responses = await Promise.all(requests);
  expect(responses.map(({ status }) => status)).toEqual(Array(count).fill(200));
  return responses.map(({ body }) => body.leads[0].leadId as number);
}

describe('the lead rotation', () => {
  test('shares twenty concurrent leads evenly', async () => {
    expect((await changeRouting(manager, { memberIds: idsOf(sellers) })).status).toBe(200);
    const { key } = await addSourceWithKey(stage.sourceManager);
    const leads = await submit(key, 20);
    const seen = await Promise.all(leads.map((id) => fetchLead(manager, id)));
    const counts = Map.groupBy(seen, ({ body }) => body.assignee?.id);
    const shares = [...counts.values()].map((some) => some.length).toSorted();
    expect([...counts.keys()].toSorted()).toEqual(idsOf(sellers).toSorted());
    expect(shares).toEqual([6, 7, 7]);
    const { members } = await routingOf(manager);
    expect(members.map(({ received }) => received).toSorted()).toEqual([6, 7, 7]);
  });

  test('skips members who paused, are on vacation, left the store or were disabled', async () => {
    const [accepting, paused, onVacation] = sellers as [StageUser, StageUser, StageUser];
    const movedAway = await stage.addEmployee();
    const disabled = await stage.addEmployee();
    await changeRouting(manager, {
      memberIds: idsOf([accepting, paused, onVacation, movedAway, disabled]),
    });
    const params = { store: 'ford' as const, userId: paused.id };
    await paused.client.call(setAccepting, { params, body: { accepts: false } });
    const { db } = stage.platform;
    const set = (id: number, columns: object) =>
      db.updateTable('users').set(columns).where('id', '=', id).execute();
    await set(onVacation.id, { status: 'on-vacation' });
    await set(movedAway.id, { store_access: ['hyundai'] });
    await set(disabled.id, { is_active: false });
    for (let round = 0; round < 3; round += 1) {
      expect((await add(manager, customer.id)).assignee?.id).toBe(accepting.id);
    }
    await set(onVacation.id, { status: 'online' });
    expect((await add(manager, customer.id)).assignee?.id).toBe(onVacation.id);
    await changeRouting(manager, { memberIds: idsOf(sellers) });
    await paused.client.call(setAccepting, { params, body: { accepts: true } });
  });

  test('assigns no one without accepting members, or when it is off', async () => {
    await changeRouting(manager, { memberIds: [] });
    expect((await add(manager, customer.id)).assignee).toBeNull();
    await changeRouting(manager, { memberIds: idsOf(sellers), inTurn: false });
    expect((await add(manager, customer.id)).assignee).toBeNull();
    await changeRouting(manager, { inTurn: true });
  });
});

describe('lead routing', () => {
  test('is changed only by managers of the store, at the current version', async () => {
    const [seller] = sellers as [StageUser];
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'], role: 'manager' });
    expect((await changeRouting(seller, { limitMinutes: 5 })).status).toBe(403);
    expect((await routingOf(hyundai, 'hyundai')).mayChange).toBe(true);
    const before = await routingOf(manager);
    const body = { ...before, memberIds: idsOf(sellers), limitMinutes: 5 };
    const { store: _, members, mayChange, ...sent } = body;
    const set = async (by: StageUser, overrides: object = {}) =>
      (await by.client.raw('PUT', '/api/leads/routing/ford', { body: { ...sent, ...overrides } }))
        .status;
    expect(await set(hyundai)).toBe(404);
    expect(await set(manager)).toBe(200);
    expect(await set(manager)).toBe(409);
    const { version } = await routingOf(manager);
    const wrong = [
      { limitMinutes: 0 },
      { hours: always.slice(1) },
      { hours: always.map(() => null) },
      { hours: always.map(() => ({ opens: '19:00', closes: '08:00' })) },
      { memberIds: [hyundai.id] },
      { memberIds: [stage.admin.id + 90_000] },
      { memberIds: [9_007_199_254_740_991] },
    ];
    for (const overrides of wrong) expect(await set(manager, { version, ...overrides })).toBe(400);
    expect(await routingOf(manager)).toMatchObject({ limitMinutes: 5, version });
  });

  test('recalculates the due time of leads without a response', async () => {
    await changeRouting(manager, { hours: always, limitMinutes: 60 });
    const lead = await add(manager, customer.id);
    const at = Date.parse(lead.receivedAt);
    await changeRouting(manager, { limitMinutes: 30 });
    const due = Date.parse((await fetchLead(manager, lead.id)).body.clock.dueAt ?? '');
    // A store that is open all day still closes for its last minute.
    expect([30, 31]).toContain((due - at) / 60_000);
  });

  test('participation is changed by the member and by managers', async () => {
    const [one, other] = sellers as [StageUser, StageUser];
    const set = async (by: StageUser, userId: number, store = 'ford' as const) =>
      (
        await by.client.call(setAccepting, {
          params: { store, userId },
          body: { accepts: true },
        })
      ).status;
    expect(await set(one, one.id)).toBe(200);
    expect(await set(one, other.id)).toBe(403);
    expect(await set(manager, other.id)).toBe(200);
    expect(await set(nonMember, nonMember.id)).toBe(404);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect(await set(hyundai, one.id)).toBe(404);
  });
});

describe('a new lead notifies', () => {
  test('only its assignee', async () => {
    const [one, other] = sellers as [StageUser, StageUser];
    const own = await addCustomer(manager, 'ford', { firstName: 'Philippa', lastName: 'Quorn' });
    await add(manager, own.id, { assigneeId: one.id });
    expect(await titles(one)).toContain('New lead: Philippa Q.');
    for (const employee of [other, nonMember, manager]) {
      expect((await titles(employee)).filter((title) => title.includes('Philippa'))).toEqual([]);
    }
  });

  test('members and sales managers if it is unassigned, until there is a response', async () => {
    await changeRouting(manager, { inTurn: false, memberIds: idsOf(sellers) });
    const own = await addCustomer(manager, 'ford', { firstName: 'Rosamund', lastName: 'Quorn' });
    const lead = await add(stage.sourceManager, own.id);
    const title = 'New unassigned lead: Rosamund Q.';
    for (const employee of [...sellers, manager]) expect(await titles(employee)).toContain(title);
    expect(await titles(nonMember)).not.toContain(title);
    await answer(nonMember, lead.id);
    for (const employee of [...sellers, manager]) {
      expect(await titles(employee)).not.toContain(title);
    }
    await changeRouting(manager, { inTurn: true });
  });

  test('the sales channel, once, with a minimum of customer data', async () => {
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
    await eventually(async () => (await read()).length > 0, 'No message in the sales channel');
    const messages = await read();
    expect(messages.map(({ content }) => content)).toEqual([
      expect.stringMatching(
        `^New lead: Sidonie Q\\. · 2024 Ford Bronco Badlands\\. .*lead=${lead.id}$`,
      ),
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/Quornfield|555/);
  });
});

describe('an overdue response', () => {
  /** Backdates a lead by two days. */
  const backdate = (id: number) =>
    sql`update leads set received_at = received_at - interval '2 days' where id = ${id}`.execute(
      stage.platform.db,
    );

  test('is recorded once, and notifies the assignee and the sales managers', async () => {
    const [one, other] = sellers as [StageUser, StageUser];
    await changeRouting(manager, { hours: always, limitMinutes: 15 });
    const own = await addCustomer(manager, 'ford', { firstName: 'Tabitha', lastName: 'Quorn' });
    const lead = await add(manager, own.id, { assigneeId: one.id });
    await markOverdueLeads(stage.platform);
    expect((await fetchLead(one, lead.id)).body.events.map(({ data }) => data.kind)).not.toContain(
      'late',
    );
    await backdate(lead.id);
    const socket = await one.client.socket();
    await markOverdueLeads(stage.platform);
    expect(await socket.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
    socket.close();
    await markOverdueLeads(stage.platform);
    const { body } = await fetchLead(one, lead.id);
    expect(body.events.filter(({ data }) => data.kind === 'late')).toHaveLength(1);
    expect(body.clock).toMatchObject({ isLate: true });
    expect(body.clock.seconds).toBeGreaterThan(86_400);
    const title = 'Response overdue: Tabitha Q.';
    for (const employee of [one, manager]) expect(await titles(employee)).toContain(title);
    for (const employee of [other, nonMember]) expect(await titles(employee)).not.toContain(title);
    const answered = (await answer(other, lead.id)).body;
    expect(answered.clock).toMatchObject({ dueAt: null, isLate: true });
    for (const employee of [one, manager]) expect(await titles(employee)).not.toContain(title);
  });

  test('does not exist after a response or a lost lead', async () => {
    const leads = [await add(manager, customer.id), await add(manager, customer.id)] as const;
    await answer(manager, leads[0].id);
    await move(manager, leads[1], 'lost', { lostReason: 'not_buying' });
    for (const { id } of leads) await backdate(id);
    await markOverdueLeads(stage.platform);
    for (const { id } of leads) {
      const { body } = await fetchLead(manager, id);
      expect(body.events.map(({ data }) => data.kind)).not.toContain('late');
    }
  });
});

test('a lead is claimed by one of two, and assigned only by managers', async () => {
  const [one, other] = sellers as [StageUser, StageUser];
  const lead = await add(manager, customer.id, { assigneeId: null });
  expect((await assign(one, lead, other.id)).status).toBe(403);
  const claims = await Promise.all([assign(one, lead, one.id), assign(other, lead, other.id)]);
  expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const claimed = (await fetchLead(manager, lead.id)).body;
  const [assignee, loser] = claimed.assignee?.id === one.id ? [one, other] : [other, one];
  expect((await assign(loser, claimed, loser.id)).status).toBe(403);
  expect((await assign(assignee, claimed, null)).status).toBe(403);
  const moved = await assign(manager, claimed, loser.id);
  expect(moved.body).toMatchObject({ assignee: { id: loser.id } });
  expect(await titles(loser)).toContain('Lead assigned to you: Odalys W.');
  const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
  expect((await assign(manager, moved.body, hyundai.id)).status).toBe(400);
  const mine = await loser.client.call(listLeads, { query: { whose: 'mine' } });
  expect(mine.body.map(({ id }) => id)).toContain(lead.id);
});
