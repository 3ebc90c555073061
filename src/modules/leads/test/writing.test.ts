import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listWork } from '../../customers/contract/work.ts';
import type { LeadPage } from '../contract/lead.ts';
import { nextStatuses, type Status, statuses } from '../contract/status.ts';
import { addLead } from '../contract.ts';
import { followDeals } from '../server/public.ts';
import {
  add,
  addCustomer,
  addSourceWithKey,
  answer,
  changeRouting,
  fetchLead,
  inAWeek,
  type LeadStage,
  leadBody,
  move,
  openLeadStage,
  save,
  tryAdd,
  vehicleOf,
} from './stage.ts';

let stage: LeadStage;
let seller: StageUser;
let manager: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openLeadStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  customer = await addCustomer(seller);
  await changeRouting(manager, { inTurn: false });
});
afterAll(() => stage.stop());

const untouched = { attemptedAt: null, contactedAt: null, showedAt: null };
const kinds = ({ events }: LeadPage) => events.map(({ data }) => data.kind);

describe('a lead', () => {
  test('is added with its vehicles, without a response', async () => {
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
      may: {
        edit: true,
        assign: false,
        become: [...nextStatuses({ status: 'new', ...untouched })],
      },
    });
    expect(kinds(lead)).toEqual(['received']);
  });

  test('by phone has been reached, and a walk-in has showed', async () => {
    const by = (type: string) => add(seller, customer.id, { type, assigneeId: seller.id });
    const [call, visit] = [await by('phone'), await by('walk_in')];
    for (const lead of [call, visit]) {
      expect(lead.clock).toMatchObject({ dueAt: null, seconds: 0 });
      const { receivedAt: at } = lead;
      expect([lead.answeredAt, lead.attemptedAt, lead.contactedAt]).toEqual([at, at, at]);
    }
    expect([call.status, call.showedAt]).toEqual(['contacted', null]);
    expect(call.events[0]?.data).toMatchObject({ kind: 'answered', how: 'call' });
    expect([visit.status, visit.showedAt]).toEqual(['showed', visit.receivedAt]);
    expect(visit.events[0]?.data).toMatchObject({ kind: 'visit', step: 'arrived' });
  });

  test('is added once, also on concurrent repeats', async () => {
    const body = leadBody(customer.id) as never;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => seller.client.call(addLead, { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(responses.map((sent) => sent.body.id)).size).toBe(1);
  });

  test('is rejected field by field, and nothing is stored', async () => {
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const hyundaiSource = await addSourceWithKey(
      await stage.addEmployee({ storeAccess: ['hyundai'], pagePermissions: ['system_connectors'] }),
      'hyundai',
    );
    const { rows } = await sql<{ id: number }>`
      select id from stock_vehicles where store = 'hyundai' limit 1`.execute(stage.platform.db);
    const wrong: [object, string][] = [
      [{ store: 'hyundai' }, 'store'],
      [{ type: 'fax' }, 'type'],
      [{ sourceId: hyundaiSource.id }, 'sourceId'],
      [{ sourceId: 99_999_999_999 }, 'sourceId'],
      [{ interests: Array.from({ length: 6 }, () => vehicleOf()) }, 'interests'],
      [
        { interests: [vehicleOf(), vehicleOf({ vehicleId: rows[0]?.id })] },
        'interests.1.vehicleId',
      ],
      [{ interests: [vehicleOf({ year: 1800 })] }, 'interests.0.year'],
      [{ interests: [vehicleOf({ vin: '1FT' })] }, 'interests.0.vin'],
      [{ trade: { vin: '1FTFW1E50NFAOOOOO' } }, 'trade.vin'],
      [{ trade: { miles: -1 } }, 'trade.miles'],
      [{ customerId: 9_007_199_254_740_991 }, 'customerId'],
      [{ assigneeId: 9_007_199_254_740_991 }, 'assigneeId'],
      [{ comments: 'x'.repeat(4_001) }, 'comments'],
    ];
    for (const [overrides, field] of wrong) {
      const clientId = randomUUID();
      const { status, body } = await tryAdd(seller, customer.id, { ...overrides, clientId });
      const { fields } = body as never as { fields: object };
      expect([status, Object.keys(fields)]).toEqual([400, [field]]);
      const stored = await sql`select from leads where client_id = ${clientId}`.execute(
        stage.platform.db,
      );
      expect(stored.rows).toEqual([]);
    }
    expect((await tryAdd(manager, customer.id, { assigneeId: hyundai.id })).status).toBe(400);
    expect((await tryAdd(seller, customer.id, { assigneeId: manager.id })).status).toBe(403);
    expect((await tryAdd(seller, customer.id, { comments: 'a\0b' })).status).toBe(400);
    const hyundaiCustomer = await addCustomer(hyundai, 'hyundai');
    expect((await tryAdd(seller, hyundaiCustomer.id)).status).toBe(404);
    expect((await tryAdd(seller, 999_999)).status).toBe(404);
  });

  test('for a stock vehicle is completed from inventory', async () => {
    const { rows } = await sql<{ id: number; vin: string; stock: string }>`
      select id, vin, stock_number as stock from stock_vehicles
      where store = 'ford' and in_stock limit 1`.execute(stage.platform.db);
    const [car] = rows;
    const known = { vehicleId: car?.id, vin: car?.vin, stockNumber: car?.stock };
    for (const interest of [
      { vehicleId: car?.id },
      { vin: car?.vin },
      { stockNumber: car?.stock },
    ]) {
      const { interests } = await add(seller, customer.id, { interests: [interest] });
      expect(interests[0]).toMatchObject({ ...known, make: 'Ford' });
    }
  });
});

describe('a response', () => {
  test('stops the clock once, also if others respond later', async () => {
    const lead = await add(seller, customer.id);
    const response = { clientId: randomUUID(), how: 'text', outcome: 'sent', note: 'Photos' };
    const first = (await answer(seller, lead.id, response)).body;
    expect(first).toMatchObject({ status: 'attempted', contactedAt: null, clock: { dueAt: null } });
    expect(first.events[0]?.data).toEqual({
      kind: 'answered',
      how: 'text',
      outcome: 'sent',
      note: 'Photos',
    });
    const again = (await answer(seller, lead.id, response)).body;
    expect(again).toEqual(first);
    const second = (await answer(manager, lead.id)).body;
    expect(second.answeredAt).toBe(first.answeredAt);
    expect(second).toMatchObject({ status: 'contacted', contactedAt: expect.any(String) });
    expect(kinds(second)).toEqual(['answered', 'answered', 'received']);
    const other = await add(seller, customer.id);
    expect((await answer(seller, other.id, response)).status).toBe(409);
  });

  test('is logged once on concurrent repeats', async () => {
    const lead = await add(seller, customer.id);
    const clientId = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => answer(seller, lead.id, { clientId })));
    expect(kinds((await fetchLead(seller, lead.id)).body)).toEqual(['answered', 'received']);
  });
});

describe('saving', () => {
  test('stores the changes and a history event', async () => {
    const lead = await add(seller, customer.id);
    const { body } = await save(seller, lead, { comments: 'In blue', interests: [vehicleOf()] });
    expect(body).toMatchObject({ comments: 'In blue', version: 2 });
    expect(kinds(body)).toEqual(['changed', 'received']);
    expect((await save(seller, body)).body.version).toBe(2);
  });

  test('over a newer version is rejected', async () => {
    const lead = await add(seller, customer.id);
    await save(manager, lead, { comments: 'From the manager' });
    expect((await save(seller, lead, { comments: 'From the seller' })).status).toBe(409);
    expect((await fetchLead(seller, lead.id)).body.comments).toBe('From the manager');
  });

  test('of a closed lead is rejected', async () => {
    const lead = await add(seller, customer.id);
    const lost = (await move(seller, lead, 'lost', { lostReason: 'price' })).body;
    expect(lost.may.edit).toBe(false);
    expect((await save(seller, lost, { comments: 'Late' })).status).toBe(409);
  });
});

describe('the status of a lead', () => {
  const detailsFor = (status: Status) => ({
    ...(status === 'lost' && { lostReason: 'price' }),
    ...(status === 'appointment' && { appointmentAt: inAWeek() }),
  });

  test.each(statuses)('%s allows exactly the listed changes', async (from) => {
    const lead = await add(seller, customer.id);
    const current = from === 'new' ? lead : (await move(seller, lead, from, detailsFor(from))).body;
    expect(current.status).toBe(from);
    expect(current.may.become).toEqual([...nextStatuses(current)]);
    for (const to of statuses.filter((one) => !nextStatuses(current).includes(one))) {
      expect((await move(manager, current, to, detailsFor(to))).status, to).toBe(409);
    }
    for (const to of current.may.become) {
      const before = (await fetchLead(seller, lead.id)).body;
      const moved = await move(seller, before, to, detailsFor(to));
      expect([moved.status, moved.body.status]).toEqual([200, to]);
      const { attemptedAt, contactedAt, showedAt } = current;
      const since = (at: string | null) => (at === null ? null : 0);
      await sql`update leads set status = ${from}, answered_at = null, answer_seconds = null,
        lost_reason = ${from === 'lost' ? 'price' : null}, showed_at = ${showedAt},
        attempted_at = ${attemptedAt}, attempt_seconds = ${since(attemptedAt)}::integer,
        contacted_at = ${contactedAt}, contact_seconds = ${since(contactedAt)}::integer
        where id = ${lead.id}`.execute(stage.platform.db);
    }
  });

  test('requires a reason for lost and a time for an appointment, and rejects them elsewhere', async () => {
    const lead = await add(seller, customer.id);
    const wrong: [Status, object, string][] = [
      ['lost', {}, 'lostReason'],
      ['contacted', { lostReason: 'price' }, 'lostReason'],
      ['appointment', {}, 'appointmentAt'],
      ['appointment', { appointmentAt: '2020-01-01T00:00:00Z' }, 'appointmentAt'],
      ['appointment', { appointmentAt: '2190-01-01T00:00:00Z' }, 'appointmentAt'],
      ['contacted', { appointmentAt: inAWeek() }, 'appointmentAt'],
      ['contacted', { isRemote: true }, 'isRemote'],
    ];
    for (const [status, details, field] of wrong) {
      const { status: code, body } = await move(seller, lead, status, details);
      expect([code, Object.keys((body as never as { fields: object }).fields)]).toEqual([
        ...[400, [field]],
      ]);
    }
    expect((await fetchLead(seller, lead.id)).body).toEqual(lead);
  });

  test('an appointment is added to the customer record, and kept when the customer shows', async () => {
    const own = await addCustomer(seller);
    const lead = await add(seller, own.id, { assigneeId: seller.id });
    const appointmentAt = inAWeek();
    const set = (await move(seller, lead, 'appointment', { appointmentAt })).body;
    expect(set).toMatchObject({ appointmentAt, answeredAt: expect.any(String) });
    const listAppointments = async () =>
      (await seller.client.call(listWork, { params: { customerId: own.id } })).body.appointments;
    expect(await listAppointments()).toEqual([
      expect.objectContaining({
        startsAt: appointmentAt,
        kind: 'sales',
        status: 'set',
        note: lead.interest,
        assignee: expect.objectContaining({ id: seller.id }),
      }),
    ]);
    await move(seller, set, 'showed');
    expect((await listAppointments()).map(({ status }) => status)).toEqual(['showed']);
  });

  test('lost without a response stops the clock without a response time', async () => {
    const lead = await add(seller, customer.id);
    const details = { lostReason: 'wrong_contact', note: 'The number is a bakery' };
    const { body } = await move(seller, lead, 'lost', details);
    expect(body).toMatchObject({ answeredAt: null, clock: { dueAt: null, isLate: false } });
    expect(body.events[0]?.data).toMatchObject({
      reason: 'Wrong contact info: The number is a bakery',
    });
  });

  test('refuses one of two concurrent changes', async () => {
    const lead = await add(seller, customer.id);
    const moves = await Promise.all([
      move(seller, lead, 'contacted'),
      move(manager, lead, 'lost', { lostReason: 'price' }),
    ]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a deal', () => {
  test('marks the open leads of its customer and store as sold, and restores them', async () => {
    const own = await addCustomer(seller);
    const fresh = await add(seller, own.id);
    const lost = await add(seller, own.id);
    await move(seller, lost, 'lost', { lostReason: 'price' });
    const hooks = followDeals(stage.platform);
    const { db } = stage.platform;
    const deal = {
      dealId: 1,
      store: 'ford' as const,
      customerId: own.id,
      actor: { userId: seller.id },
    };
    const socket = await seller.client.socket();
    await db.transaction().execute((tx) => hooks.onSigned(tx, deal));
    hooks.publishFollowed(deal);
    expect(await socket.next('lead_changed')).toEqual({ id: fresh.id, store: 'ford' });
    socket.close();
    const listStatuses = async () =>
      Promise.all([fresh, lost].map(async ({ id }) => (await fetchLead(seller, id)).body.status));
    expect(await listStatuses()).toEqual(['sold', 'lost']);
    const otherDeal = { ...deal, dealId: 2 };
    await db.transaction().execute((tx) => hooks.onUndone(tx, otherDeal));
    expect(await listStatuses()).toEqual(['sold', 'lost']);
    await db.transaction().execute((tx) => hooks.onUndone(tx, deal));
    expect(await listStatuses()).toEqual(['contacted', 'lost']);
    const hyundai = { ...deal, store: 'hyundai' as const };
    await db.transaction().execute((tx) => hooks.onSigned(tx, hyundai));
    expect(await listStatuses()).toEqual(['contacted', 'lost']);
  });
});

test('the history of a lead is kept forever', async () => {
  const lead = await add(seller, customer.id);
  const { db } = stage.platform;
  const deletion = db.deleteFrom('leads').where('id', '=', lead.id).execute();
  await expect(deletion).rejects.toThrow('only ever added to');
  const historyUpdate = db.updateTable('lead_events').set({ kind: 'late' }).execute();
  await expect(historyUpdate).rejects.toThrow('only ever added to');
  const log = await stage.log(lead.id);
  expect(log.map(({ action }) => action)).toContain('lead.added');
  expect(JSON.stringify(log)).not.toContain('Wrenfield');
});
