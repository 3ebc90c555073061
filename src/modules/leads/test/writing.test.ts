import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { listWork } from '../../customers/contract/work.ts';
import type { LeadPage } from '../contract/lead.ts';
import { nextStatuses, type Status, statuses } from '../contract/status.ts';
import { addLead } from '../contract.ts';
import { followDeals } from '../server/public.ts';
import {
  add,
  addCustomer,
  addKeyed,
  answer,
  arrange,
  carOf,
  inAWeek,
  leadOf,
  look,
  move,
  openShowroom,
  type Showroom,
  save,
  send,
} from './showroom.ts';

let room: Showroom;
let seller: Employed;
let manager: Employed;
let customer: { id: number; name: string };

beforeAll(async () => {
  room = await openShowroom();
  seller = await room.employ();
  manager = await room.employ({ role: 'manager' });
  customer = await addCustomer(seller);
  await arrange(manager, { inTurn: false });
});
afterAll(() => room.stop());

const kinds = ({ events }: LeadPage) => events.map(({ data }) => data.kind);

describe('a lead', () => {
  test('is written down with its cars, and waits for an answer', async () => {
    const trade = { year: 2015, make: 'Honda', model: 'CR-V', miles: 90_000 };
    const lead = await add(seller, customer.id, { trade });
    expect(lead).toMatchObject({
      store: 'ford',
      status: 'new',
      customer: { id: customer.id, name: customer.name },
      interest: '2024 Ford Bronco Badlands',
      trade,
      answeredAt: null,
      version: 1,
      may: { edit: true, assign: false, become: [...nextStatuses.new] },
    });
    expect(kinds(lead)).toEqual(['received']);
  });

  test('of who is there or calls counts as answered', async () => {
    for (const [type, how] of [
      ['walk_in', 'visit'],
      ['phone', 'call'],
    ] as const) {
      const lead = await add(seller, customer.id, { type, assigneeId: seller.id });
      expect(lead).toMatchObject({ status: 'contacted', clock: { dueAt: null, seconds: 0 } });
      expect(lead.answeredAt).toBe(lead.receivedAt);
      expect(lead.events[0]?.data).toMatchObject({ kind: 'answered', how, outcome: 'reached' });
    }
  });

  test('sent twice, also at once, is one', async () => {
    const body = leadOf(customer.id) as never;
    const sends = await Promise.all(
      Array.from({ length: 5 }, () => seller.client.call(addLead, { body })),
    );
    expect(sends.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(sends.map((sent) => sent.body.id)).size).toBe(1);
  });

  test('is refused, field by field, and leaves nothing', async () => {
    const far = await room.employ({ storeAccess: ['hyundai'] });
    const theirs = await addKeyed(
      await room.employ({ storeAccess: ['hyundai'], pagePermissions: ['system_connectors'] }),
      'hyundai',
    );
    const { rows } = await sql<{ id: number }>`
      select id from vehicles where store = 'hyundai' limit 1`.execute(room.platform.db);
    const wrong: [object, string][] = [
      [{ store: 'hyundai' }, 'store'],
      [{ type: 'fax' }, 'type'],
      [{ sourceId: theirs.id }, 'sourceId'],
      [{ sourceId: 99_999_999_999 }, 'sourceId'],
      [{ interests: Array.from({ length: 6 }, () => carOf()) }, 'interests'],
      [{ interests: [carOf(), carOf({ vehicleId: rows[0]?.id })] }, 'interests.1.vehicleId'],
      [{ interests: [carOf({ year: 1800 })] }, 'interests.0.year'],
      [{ trade: { miles: -1 } }, 'trade.miles'],
      [{ customerId: 9_007_199_254_740_991 }, 'customerId'],
      [{ assigneeId: 9_007_199_254_740_991 }, 'assigneeId'],
      [{ comments: 'x'.repeat(4_001) }, 'comments'],
    ];
    for (const [given, field] of wrong) {
      const clientId = randomUUID();
      const { status, body } = await send(seller, customer.id, { ...given, clientId });
      const { fields } = body as never as { fields: object };
      expect([status, Object.keys(fields)]).toEqual([400, [field]]);
      const left = await sql`select from leads where client_id = ${clientId}`.execute(
        room.platform.db,
      );
      expect(left.rows).toEqual([]);
    }
    expect((await send(manager, customer.id, { assigneeId: far.id })).status).toBe(400);
    expect((await send(seller, customer.id, { assigneeId: manager.id })).status).toBe(403);
    expect((await send(seller, customer.id, { comments: 'a\0b' })).status).toBe(400);
    const stranger = await addCustomer(far, 'hyundai');
    expect((await send(seller, stranger.id)).status).toBe(404);
    expect((await send(seller, 999_999)).status).toBe(404);
  });

  test('of a car of the stock knows what the stock knows', async () => {
    const { rows } = await sql<{ id: number; vin: string; stock: string }>`
      select id, vin, stock_number as stock from vehicles
      where store = 'ford' and in_stock limit 1`.execute(room.platform.db);
    const [car] = rows;
    const known = { vehicleId: car?.id, vin: car?.vin, stockNumber: car?.stock };
    for (const said of [{ vehicleId: car?.id }, { vin: car?.vin }, { stockNumber: car?.stock }]) {
      const { interests } = await add(seller, customer.id, { interests: [said] });
      expect(interests[0]).toMatchObject({ ...known, make: 'Ford' });
    }
  });
});

describe('an answer', () => {
  test('stops the clock, once, whoever answers again', async () => {
    const lead = await add(seller, customer.id);
    const given = { clientId: randomUUID(), how: 'text', outcome: 'sent', note: 'Photos' };
    const first = (await answer(seller, lead.id, given)).body;
    expect(first).toMatchObject({ status: 'contacted', clock: { dueAt: null } });
    expect(first.events[0]?.data).toEqual({
      ...{ kind: 'answered', how: 'text', outcome: 'sent', note: 'Photos' },
    });
    const again = (await answer(seller, lead.id, given)).body;
    expect(again).toEqual(first);
    const second = (await answer(manager, lead.id)).body;
    expect(second.answeredAt).toBe(first.answeredAt);
    expect(kinds(second)).toEqual(['answered', 'answered', 'received']);
    const other = await add(seller, customer.id);
    expect((await answer(seller, other.id, given)).status).toBe(409);
  });

  test('sent five times at once is one', async () => {
    const lead = await add(seller, customer.id);
    const clientId = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => answer(seller, lead.id, { clientId })));
    expect(kinds((await look(seller, lead.id)).body)).toEqual(['answered', 'received']);
  });
});

describe('saving', () => {
  test('keeps what changed, and says so', async () => {
    const lead = await add(seller, customer.id);
    const { body } = await save(seller, lead, { comments: 'In blue', interests: [carOf()] });
    expect(body).toMatchObject({ comments: 'In blue', version: 2 });
    expect(kinds(body)).toEqual(['changed', 'received']);
    expect((await save(seller, body)).body.version).toBe(2);
  });

  test('over what somebody else saved is refused', async () => {
    const lead = await add(seller, customer.id);
    await save(manager, lead, { comments: 'From the manager' });
    expect((await save(seller, lead, { comments: 'From the seller' })).status).toBe(409);
    expect((await look(seller, lead.id)).body.comments).toBe('From the manager');
  });

  test('of what is over is refused', async () => {
    const lead = await add(seller, customer.id);
    const lost = (await move(seller, lead, 'lost', { lostReason: 'price' })).body;
    expect(lost.may.edit).toBe(false);
    expect((await save(seller, lost, { comments: 'Late' })).status).toBe(409);
  });
});

describe('where a lead stands', () => {
  const withIt = (status: Status) => ({
    ...(status === 'lost' && { lostReason: 'price' }),
    ...(status === 'appointment' && { appointmentAt: inAWeek() }),
  });

  test.each(statuses)('%s leads where it says', async (from) => {
    const lead = await add(seller, customer.id);
    const held = from === 'new' ? lead : (await move(seller, lead, from, withIt(from))).body;
    expect(held.status).toBe(from);
    for (const to of statuses.filter((one) => !nextStatuses[from].includes(one))) {
      expect((await move(manager, held, to, withIt(to))).status, to).toBe(409);
    }
    for (const to of held.may.become) {
      const before = (await look(seller, lead.id)).body;
      const moved = await move(seller, before, to, withIt(to));
      expect([moved.status, moved.body.status]).toEqual([200, to]);
      await sql`update leads set status = ${from}, version = version,
        lost_reason = ${from === 'lost' ? 'price' : null}, answered_at = null, answer_seconds = null
        where id = ${lead.id}`.execute(room.platform.db);
    }
  });

  test('needs a reason to be lost and a time for an appointment, and takes neither elsewhere', async () => {
    const lead = await add(seller, customer.id);
    const wrong: [Status, object, string][] = [
      ['lost', {}, 'lostReason'],
      ['contacted', { lostReason: 'price' }, 'lostReason'],
      ['appointment', {}, 'appointmentAt'],
      ['appointment', { appointmentAt: '2020-01-01T00:00:00Z' }, 'appointmentAt'],
      ['appointment', { appointmentAt: '2190-01-01T00:00:00Z' }, 'appointmentAt'],
      ['contacted', { appointmentAt: inAWeek() }, 'appointmentAt'],
    ];
    for (const [status, given, field] of wrong) {
      const { status: code, body } = await move(seller, lead, status, given);
      expect([code, Object.keys((body as never as { fields: object }).fields)]).toEqual([
        ...[400, [field]],
      ]);
    }
    expect((await look(seller, lead.id)).body).toEqual(lead);
  });

  test('an appointment stands with the customer, and is kept when they come', async () => {
    const own = await addCustomer(seller);
    const lead = await add(seller, own.id, { assigneeId: seller.id });
    const appointmentAt = inAWeek();
    const set = (await move(seller, lead, 'appointment', { appointmentAt })).body;
    expect(set).toMatchObject({ appointmentAt, answeredAt: expect.any(String) });
    const work = async () =>
      (await seller.client.call(listWork, { params: { customerId: own.id } })).body.appointments;
    expect(await work()).toEqual([
      expect.objectContaining({
        ...{ startsAt: appointmentAt, kind: 'sales', status: 'set', note: lead.interest },
        assignee: expect.objectContaining({ id: seller.id }),
      }),
    ]);
    await move(seller, set, 'showed');
    expect((await work()).map(({ status }) => status)).toEqual(['showed']);
  });

  test('lost without a word was not answered, and its clock stands', async () => {
    const lead = await add(seller, customer.id);
    const given = { lostReason: 'wrong_contact', note: 'The number is a bakery' };
    const { body } = await move(seller, lead, 'lost', given);
    expect(body).toMatchObject({ answeredAt: null, clock: { dueAt: null, isLate: false } });
    expect(body.events[0]?.data).toMatchObject({
      reason: 'Wrong contact data: The number is a bakery',
    });
  });

  test('of two who move it at once one is told', async () => {
    const lead = await add(seller, customer.id);
    const moves = await Promise.all([
      move(seller, lead, 'contacted'),
      move(manager, lead, 'lost', { lostReason: 'price' }),
    ]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a deal', () => {
  test('makes the customer’s open leads of its store sold, and takes that back', async () => {
    const own = await addCustomer(seller);
    const fresh = await add(seller, own.id);
    const lost = await add(seller, own.id);
    await move(seller, lost, 'lost', { lostReason: 'price' });
    const followed = followDeals(room.platform);
    const { db } = room.platform;
    const deal = {
      dealId: 1,
      store: 'ford' as const,
      customerId: own.id,
      actor: { userId: seller.id },
    };
    const near = await seller.client.socket();
    await db.transaction().execute((tx) => followed.onSigned(tx, deal));
    followed.tellFollowed(deal);
    expect(await near.next('lead_changed')).toEqual({ id: fresh.id, store: 'ford' });
    near.close();
    const states = async () =>
      Promise.all([fresh, lost].map(async ({ id }) => (await look(seller, id)).body.status));
    expect(await states()).toEqual(['sold', 'lost']);
    const elsewhere = { ...deal, dealId: 2 };
    await db.transaction().execute((tx) => followed.onUndone(tx, elsewhere));
    expect(await states()).toEqual(['sold', 'lost']);
    await db.transaction().execute((tx) => followed.onUndone(tx, deal));
    expect(await states()).toEqual(['contacted', 'lost']);
    const hyundai = { ...deal, store: 'hyundai' as const };
    await db.transaction().execute((tx) => followed.onSigned(tx, hyundai));
    expect(await states()).toEqual(['contacted', 'lost']);
  });
});

test('what happened is kept for good', async () => {
  const lead = await add(seller, customer.id);
  const { db } = room.platform;
  const erase = db.deleteFrom('leads').where('id', '=', lead.id).execute();
  await expect(erase).rejects.toThrow('only ever added to');
  const rewrite = db.updateTable('lead_events').set({ kind: 'late' }).execute();
  await expect(rewrite).rejects.toThrow('only ever added to');
  const log = await room.log(lead.id);
  expect(log.map(({ action }) => action)).toContain('lead.added');
  expect(JSON.stringify(log)).not.toContain('Wrenfield');
});
