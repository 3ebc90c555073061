import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listNotifications } from '../../notifications/contract.ts';
import type { ClockStop } from '../contract/lead.ts';
import { setResponseClock } from '../contract/settings.ts';
import { getBoard, listLeads } from '../contract.ts';
import {
  add,
  addCustomer,
  always,
  answer,
  changeRouting,
  fetchLead,
  type LeadStage,
  move,
  openLeadStage,
  routingOf,
} from './stage.ts';

let stage: LeadStage;
let seller: StageUser;
let manager: StageUser;
/** A manager of every store. */
let chief: StageUser;

beforeAll(async () => {
  stage = await openLeadStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  chief = await stage.addEmployee({ role: 'general_manager', storeAccess: ['all'] });
  await changeRouting(manager, { inTurn: false, hours: always, limitMinutes: 15 });
});
afterAll(() => stage.stop());

const stopAt = ({ client }: StageUser, clockStop: ClockStop) =>
  client.call(setResponseClock, { body: { clockStop } });

/** A lead of an hour ago, tried after ten minutes and reached after thirty; minutes are null for what did not happen. */
async function leadWith(attempt: number | null, contact: number | null): Promise<number> {
  const { id } = await add(seller, (await addCustomer(seller)).id, { assigneeId: seller.id });
  const after = (minutes: number | null) =>
    minutes === null ? sql`null` : sql`received_at + make_interval(mins => ${minutes}::integer)`;
  const seconds = (minutes: number | null) => (minutes === null ? null : minutes * 60);
  await sql`update leads set received_at = received_at - interval '1 hour',
    due_at = due_at - interval '1 hour' where id = ${id}`.execute(stage.platform.db);
  await sql`update leads set
    status = ${contact === null ? (attempt === null ? 'new' : 'attempted') : 'contacted'},
    attempted_at = ${after(attempt)}, attempt_seconds = ${seconds(attempt)}::integer,
    contacted_at = ${after(contact)}, contact_seconds = ${seconds(contact)}::integer,
    answered_at = ${after(attempt)}, answer_seconds = ${seconds(attempt)}::integer
    where id = ${id}`.execute(stage.platform.db);
  return id;
}

describe('the response clock', () => {
  /** Minutes after receipt; the limit is 15. Worked by hand. */
  const table: [
    attempt: number | null,
    contact: number | null,
    byAttempt: { seconds: number | null; isLate: boolean },
    byContact: { seconds: number | null; isLate: boolean },
  ][] = [
    [10, 30, { seconds: 600, isLate: false }, { seconds: 1800, isLate: true }],
    [5, 5, { seconds: 300, isLate: false }, { seconds: 300, isLate: false }],
    [20, null, { seconds: 1200, isLate: true }, { seconds: null, isLate: true }],
    [null, null, { seconds: null, isLate: true }, { seconds: null, isLate: true }],
  ];

  test.each(table)(
    'of a lead tried after %s and reached after %s minutes follows the setting, back and forth',
    async (attempt, contact, byAttempt, byContact) => {
      const id = await leadWith(attempt, contact);
      const clockBy = async (clockStop: ClockStop) => {
        expect(await stopAt(chief, clockStop)).toMatchObject({ status: 200, body: { clockStop } });
        const { clock, answeredAt } = (await fetchLead(seller, id)).body;
        const isStopped = answeredAt !== null;
        expect(clock.dueAt === null).toBe(isStopped);
        return { seconds: isStopped ? clock.seconds : null, isLate: clock.isLate };
      };
      expect(await clockBy('contact')).toEqual(byContact);
      expect(await clockBy('attempt')).toEqual(byAttempt);
    },
  );

  test('that stops at the first contact runs on after an attempt', async () => {
    await stopAt(chief, 'contact');
    const { id } = await add(seller, (await addCustomer(seller)).id, { assigneeId: seller.id });
    const tried = (await answer(seller, id, { outcome: 'left_message' })).body;
    expect(tried).toMatchObject({
      status: 'attempted',
      answeredAt: null,
      contactedAt: null,
      attemptedAt: expect.any(String),
      clock: { dueAt: expect.any(String) },
    });
    const query = { assigneeId: seller.id, clock: 'running' } as const;
    const running = async () =>
      (await seller.client.call(listLeads, { query })).body.map((lead) => lead.id);
    expect(await running()).toContain(id);
    const reached = (await answer(seller, id)).body;
    expect(reached).toMatchObject({ status: 'contacted', clock: { dueAt: null } });
    expect(reached.answeredAt).toBe(reached.contactedAt);
    expect(await running()).not.toContain(id);
    await stopAt(chief, 'attempt');
    expect((await fetchLead(seller, id)).body.answeredAt).toBe(reached.attemptedAt);
  });

  test('keeps what it is about in the notifications until it stops', async () => {
    await stopAt(chief, 'contact');
    const { id } = await add(manager, (await addCustomer(seller)).id, { assigneeId: seller.id });
    const { body: lead } = await fetchLead(seller, id);
    const isNotified = async () =>
      JSON.stringify((await seller.client.call(listNotifications)).body).includes(`lead=${id}"`);
    expect(await isNotified()).toBe(true);
    const tried = (await move(seller, lead, 'attempted')).body;
    expect([tried.clock.dueAt, await isNotified()]).toEqual([expect.any(String), true]);
    const reached = (await move(seller, tried, 'contacted')).body;
    expect([reached.clock.dueAt, await isNotified()]).toEqual([null, false]);
    const other = await add(manager, (await addCustomer(seller)).id, { assigneeId: seller.id });
    await move(seller, other, 'lost', { lostReason: 'price' });
    const { body } = await seller.client.call(listNotifications);
    expect(JSON.stringify(body)).not.toContain(`lead=${other.id}"`);
    await stopAt(chief, 'attempt');
  });

  test('that starts again is overdue without notifying anyone of old leads', async () => {
    const id = await leadWith(20, null);
    await stopAt(chief, 'contact');
    const query = { assigneeId: seller.id, clock: 'overdue' } as const;
    const overdue = (await seller.client.call(listLeads, { query })).body;
    expect(overdue.map((lead) => lead.id)).toContain(id);
    const { rows } = await sql<{ late: boolean }>`
      select late_at is not null as late from leads where id = ${id}`.execute(stage.platform.db);
    expect(rows).toEqual([{ late: true }]);
    await stopAt(chief, 'attempt');
  });

  test('is set for all stores, by a manager of all of them only', async () => {
    for (const one of [seller, manager, await stage.addEmployee({ storeAccess: ['all'] })]) {
      expect((await stopAt(one, 'contact')).status).toBe(403);
    }
    const reader = await stage.addEmployee({
      role: 'executive',
      storeAccess: ['all'],
      featurePermissions: ['view_data'],
    });
    expect((await stopAt(reader, 'contact')).status).toBe(403);
    expect((await routingOf(seller)).clockStop).toBe('attempt');
    await stopAt(chief, 'contact');
    expect((await routingOf(seller)).clockStop).toBe('contact');
    expect((await routingOf(chief, 'hyundai')).clockStop).toBe('contact');
    await stopAt(chief, 'attempt');
    expect((await stopAt(chief, 'never' as never)).status).toBe(400);
  });
});

test('the board counts who was reached apart from who was tried', async () => {
  const own = await stage.addEmployee();
  const lead = async () => (await add(seller, (await addCustomer(seller)).id, {})).id;
  const ids = [await lead(), await lead(), await lead()];
  await sql`update leads set assignee_id = ${own.id} where id = any(${ids}::integer[])`.execute(
    stage.platform.db,
  );
  await answer(seller, ids[0] ?? 0, { outcome: 'no_answer' });
  await answer(seller, ids[1] ?? 0);
  const { body } = await own.client.call(getBoard, { query: { assigneeId: own.id } });
  expect(body.month).toMatchObject({ received: 3, contacted: 1, inTime: 2, showed: 0 });
  expect(body.columns.map(({ status, count }) => [status, count])).toEqual([
    ['new', 1],
    ['attempted', 1],
    ['contacted', 1],
    ['appointment', 0],
    ['showed', 0],
  ]);
});
