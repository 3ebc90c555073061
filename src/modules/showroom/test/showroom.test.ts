import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listWork } from '../../customers/contract/work.ts';
import { getDeal, setStatus as setDealStatus } from '../../deals/contract.ts';
import { addCar, addCustomer, type DealStage, openDealStage } from '../../deals/test/stage.ts';
import { addLead, getLead, setStatus as setLeadStatus } from '../../leads/contract.ts';
import { checkIn, listOutings } from '../../vehicles/contract/outings.ts';
import {
  addVisit,
  endVisit,
  listVisits,
  setVisitCustomer,
  startTestDrive,
  type Visit,
  writeUpVisit,
} from '../contract.ts';

let stage: DealStage;
/** A salesperson with the showroom and the fleet. */
let ford: StageUser;
/** The same, whose job is not the deal. */
let advisor: StageUser;
let manager: StageUser;
let hyundai: StageUser;
let reader: StageUser;

const pages = ['customer_management' as const, 'fleet_operations' as const];
beforeAll(async () => {
  stage = await openDealStage();
  ford = await stage.addEmployee({ pagePermissions: pages });
  advisor = await stage.addEmployee({ pagePermissions: pages, department: 'service' });
  manager = await stage.addEmployee({ pagePermissions: pages, role: 'manager' });
  hyundai = await stage.addEmployee({ pagePermissions: pages, storeAccess: ['hyundai'] });
  reader = await stage.addEmployee({ pagePermissions: pages, featurePermissions: ['view_data'] });
});
afterAll(() => stage.stop());

const greet = ({ client }: StageUser, overrides: object = {}) =>
  client.call(addVisit, {
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      guest: 'A guest',
      interest: 'New SUV',
      ...overrides,
    } as never,
  });
async function arrive(customerId: number, overrides: object = {}): Promise<Visit> {
  const { status, body } = await greet(ford, { customerId, guest: '', ...overrides });
  if (status !== 201) throw new Error(`Not logged: ${JSON.stringify(body)}`);
  return body;
}
const drive = ({ client }: StageUser, visit: Visit, vehicleId: number, overrides: object = {}) =>
  client.call(startTestDrive, {
    params: { visitId: visit.id },
    body: {
      clientId: crypto.randomUUID(),
      version: visit.version,
      vehicleId,
      licenseLastFour: '42k7',
      milesOut: 12,
      fuelOut: 6,
      dueAt: new Date(Date.now() + 3_600_000).toISOString(),
      ...overrides,
    } as never,
  });
const writeUp = ({ client }: StageUser, visit: Visit, overrides: object = {}) =>
  client.call(writeUpVisit, {
    params: { visitId: visit.id },
    body: { clientId: crypto.randomUUID(), version: visit.version, ...overrides } as never,
  });
const end = ({ client }: StageUser, visit: Visit, overrides: object) =>
  client.call(endVisit, {
    params: { visitId: visit.id },
    body: { version: visit.version, ...overrides } as never,
  });
const link = ({ client }: StageUser, visit: Visit, customerId: number) =>
  client.call(setVisitCustomer, {
    params: { visitId: visit.id },
    body: { version: visit.version, customerId },
  });
const lead = async (leadId: number | null) =>
  (await ford.client.call(getLead, { params: { leadId: leadId ?? 0 } })).body;
const errorOf = ({ body }: { body: unknown }) => (body as { error: string }).error;
const beBacksOf = async (leadId: number | null) => {
  const { rows } = await sql<{ be_backs: number }>`
    select be_backs from leads where id = ${leadId}`.execute(stage.platform.db);
  return rows[0]?.be_backs;
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const inAWeek = () => inDays(7);
/** An open lead of a new customer. */
async function addOpenLead(assigneeId: number | null) {
  const customer = await addCustomer(ford);
  const body = { clientId: crypto.randomUUID(), store: 'ford', type: 'internet' } as const;
  const { status, body: open } = await manager.client.call(addLead, {
    body: { ...body, customerId: customer.id, assigneeId },
  });
  if (status !== 201) throw new Error(`Not added: ${JSON.stringify(open)}`);
  return { customer, open };
}

describe('an arrival', () => {
  test('of a known customer adds a walk-in that has showed, for the greeter', async () => {
    const customer = await addCustomer(ford);
    const near = await ford.client.socket();
    const visit = await arrive(customer.id);
    expect(await near.next('visit_changed')).toEqual({ id: visit.id, store: 'ford' });
    near.close();
    expect(visit).toMatchObject({ customerId: customer.id, guest: customer.name, deal: null });
    expect(await lead(visit.leadId)).toMatchObject({
      type: 'walk_in',
      status: 'showed',
      comments: 'New SUV',
      assignee: { id: ford.id },
      clock: { dueAt: null, seconds: 0 },
    });
  });

  test('finds the open lead of the customer and keeps the appointment it waited for', async () => {
    const { customer, open } = await addOpenLead(ford.id);
    const soon = new Date(Date.now() + 60_000).toISOString();
    await ford.client.call(setLeadStatus, {
      params: { leadId: open.id },
      body: { version: open.version, status: 'appointment', appointmentAt: soon },
    });
    const visit = await arrive(customer.id);
    expect(visit.leadId).toBe(open.id);
    expect(await lead(open.id)).toMatchObject({ status: 'showed', showedAt: expect.any(String) });
    const { body: work } = await ford.client.call(listWork, {
      params: { customerId: customer.id },
    });
    expect(work.appointments.map(({ status }) => status)).toEqual(['showed']);
    // Logged again while here: the same lead, and no second visit.
    expect(await arrive(customer.id)).toMatchObject({ leadId: open.id, isBeBack: false });
  });

  test('after leaving is a be-back of the same lead, however the first visit was noted', async () => {
    const left = await arrive((await addCustomer(ford)).id);
    expect(left.isBeBack).toBe(false);
    await end(ford, left, { result: 'be_back' });
    const back = await arrive(left.customerId ?? 0);
    expect(back).toMatchObject({ leadId: left.leadId, isBeBack: true });
    expect((await lead(left.leadId)).events[0]?.data).toMatchObject({ step: 'returned' });
    expect(await beBacksOf(left.leadId)).toBe(1);

    // No one ended the first visit, three days ago.
    const stayed = await arrive((await addCustomer(ford)).id);
    await stage.platform.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update lead_events set at = at - interval '3 days'
        where lead_id = ${stayed.leadId}`.execute(tx);
    });
    expect((await arrive(stayed.customerId ?? 0)).isBeBack).toBe(true);

    // Back with an appointment: counted once.
    const planned = await arrive((await addCustomer(ford)).id);
    await end(ford, planned, { result: 'appointment', appointmentAt: inAWeek() });
    const kept = await arrive(planned.customerId ?? 0);
    expect([kept.isBeBack, await beBacksOf(planned.leadId)]).toEqual([true, 1]);
    expect((await lead(planned.leadId)).status).toBe('showed');
  });

  test('of someone unknown has no lead until the customer is known, once', async () => {
    const { body: visit } = await greet(ford);
    expect([visit.leadId, visit.customerId, visit.guest]).toEqual([null, null, 'A guest']);
    const customer = await addCustomer(ford);
    expect((await link(hyundai, visit, customer.id)).status).toBe(404);
    const known = (await link(ford, visit, customer.id)).body;
    expect(known).toMatchObject({ customerId: customer.id, leadId: expect.any(Number) });
    const again = await link(ford, known, (await addCustomer(ford)).id);
    expect([again.status, errorOf(again)]).toEqual([409, 'This visit already has a customer.']);
  });

  test('needs a name, an own store and a past time, and is logged once', async () => {
    const clientId = crypto.randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => greet(ford, { clientId })));
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await greet(ford, { guest: ' ' })).status).toBe(400);
    expect((await greet(ford, { store: 'hyundai' })).status).toBe(400);
    expect((await greet(ford, { greeterId: hyundai.id })).status).toBe(400);
    const { id: outsiderId } = await stage.addEmployee({ pagePermissions: [] });
    expect((await greet(ford, { greeterId: outsiderId })).status).toBe(400);
    expect((await greet(ford, { arrivedAt: inAWeek() })).status).toBe(400);
    expect((await greet(ford, { arrivedAt: inDays(-8) })).status).toBe(400);
    expect((await greet(reader)).status).toBe(403);
    const theirs = await addCustomer(hyundai, 'hyundai');
    expect((await greet(ford, { customerId: theirs.id })).status).toBe(404);
  });

  test('that is logged later reaches the lead at its own time', async () => {
    const arrivedAt = inDays(-1);
    const walkIn = await arrive((await addCustomer(ford)).id, { arrivedAt });
    expect(await lead(walkIn.leadId)).toMatchObject({
      receivedAt: arrivedAt,
      contactedAt: arrivedAt,
      showedAt: arrivedAt,
      clock: { seconds: 0, isLate: false },
    });
    const { customer, open } = await addOpenLead(ford.id);
    await sql`update leads set received_at = received_at - interval '2 days',
      due_at = due_at - interval '2 days' where id = ${open.id}`.execute(stage.platform.db);
    await arrive(customer.id, { arrivedAt });
    const known = await lead(open.id);
    expect(known).toMatchObject({ status: 'showed', contactedAt: arrivedAt, showedAt: arrivedAt });
    expect(known.events.find(({ data }) => data.kind === 'visit')?.at).toBe(arrivedAt);
    // Here again today; the visit of yesterday is not the same.
    expect((await arrive(customer.id)).isBeBack).toBe(true);
    // Nothing happens to a lead before it came in.
    const young = await addOpenLead(ford.id);
    await arrive(young.customer.id, { arrivedAt });
    expect((await lead(young.open.id)).showedAt).toBe(young.open.receivedAt);
  });

  test('is listed for the employees of its store only', async () => {
    const visit = await arrive((await addCustomer(ford)).id);
    const ids = async ({ client }: StageUser) =>
      (await client.call(listVisits)).body.map(({ id }) => id);
    expect(await ids(ford)).toContain(visit.id);
    expect(await ids(reader)).toContain(visit.id);
    expect(await ids(hyundai)).not.toContain(visit.id);
    const [seen] = (await reader.client.call(listVisits)).body;
    expect(seen?.may).toEqual({ edit: false, checkOut: false, writeUp: false });
  });

  test('names the greeter as everywhere', async () => {
    const { rows } = await sql<{ name: string }>`update users set shares_name = true
      where id = ${advisor.id} returning shown_name as name`.execute(stage.platform.db);
    const { body } = await greet(advisor);
    expect(body.greeter.name).toBe(rows[0]?.name);
    expect(body.greeter.name).toContain(`(@${advisor.username})`);
  });
});

describe('a test drive', () => {
  test('is a check-out of the fleet, with license, to the customer', async () => {
    const car = await addCar(stage.inventoryManager);
    const visit = await arrive((await addCustomer(ford)).id);
    const clientId = crypto.randomUUID();
    const driven = (await drive(ford, visit, car.id, { clientId })).body;
    expect(driven).toMatchObject({
      steps: { test_drive: expect.any(String) },
      testDrives: [{ vehicleId: car.id, vehicle: '2024 Ford F-150 XLT', inAt: null }],
    });
    // A repeat checks nothing out.
    expect((await drive(ford, visit, car.id, { clientId })).body).toEqual(driven);
    const query = { vehicleId: car.id };
    const [outing] = (await ford.client.call(listOutings, { query })).body.outings;
    expect(outing).toMatchObject({
      kind: 'test_drive',
      licenseLastFour: '42K7',
      holder: { name: visit.guest },
    });
    const { events, interests } = await lead(visit.leadId);
    expect(events[0]?.data).toMatchObject({ kind: 'visit', step: 'test_drive' });
    expect(interests).toMatchObject([{ vehicleId: car.id }]);
    await ford.client.call(checkIn, {
      params: { outingId: outing?.id ?? 0 },
      body: { milesIn: 20, fuelIn: 6, dataWiped: true },
    });
    const [back] = (await ford.client.call(listVisits)).body.filter(({ id }) => id === visit.id);
    expect(back?.testDrives[0]?.inAt).toEqual(expect.any(String));
  });

  test('is refused with a sentence, and then nothing is noted', async () => {
    const car = await addCar(stage.inventoryManager);
    const known = await arrive((await addCustomer(ford)).id);
    const { body: guest } = await greet(ford);
    const answers = [
      await drive(ford, guest, car.id),
      await drive(ford, known, car.id, { licenseLastFour: '' }),
      await drive(ford, known, car.id, { milesOut: 3 }),
      await drive(ford, known, car.id, { version: known.version + 1 }),
      await drive(ford, known, 999_999),
      await drive(hyundai, known, car.id),
      await drive(reader, known, car.id),
      await drive(await stage.addEmployee(), known, car.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 400, 400, 409, 404, 404, 403, 403]);
    expect(errorOf(answers[0] as never)).toBe('Add the customer of this visit first.');
    const [visit] = (await ford.client.call(listVisits)).body.filter(({ id }) => id === known.id);
    expect(visit).toMatchObject({ version: known.version, testDrives: [] });
    await drive(ford, known, car.id);
    const other = await arrive((await addCustomer(ford)).id);
    const taken = await drive(ford, other, car.id);
    expect([taken.status, errorOf(taken)]).toEqual([409, 'This vehicle is already checked out.']);
  });
});

test('a test drive waits for the lead before it locks the vehicle, in the order of the verbs of leads', async () => {
  const car = await addCar(stage.inventoryManager);
  const visit = await arrive((await addCustomer(ford)).id);
  const { driven } = await stage.platform.db.transaction().execute(async (tx) => {
    await sql`select from leads where id = ${visit.leadId} for update`.execute(tx);
    const answer = drive(ford, visit, car.id);
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length > 0;
    });
    await sql`select from stock_units where id = ${car.id} for key share nowait`.execute(tx);
    return { driven: answer };
  });
  expect((await driven).status).toBe(201);
});

describe('a write-up', () => {
  test('opens the deal of the customer, and a repeat opens no other', async () => {
    const car = await addCar(stage.inventoryManager);
    const customer = await addCustomer(ford);
    const visit = await arrive(customer.id);
    const [first, second] = await Promise.all([
      writeUp(ford, visit, { vehicleId: car.id }),
      writeUp(ford, visit, { vehicleId: car.id }),
    ]);
    const written = (await writeUp(ford, first.body, { vehicleId: car.id })).body;
    expect(written.deal).toMatchObject({ id: expect.any(Number), number: expect.any(String) });
    expect([first.body.deal, second.body.deal]).toEqual([written.deal, written.deal]);
    const dealId = written.deal?.id ?? 0;
    const { body: deal } = await ford.client.call(getDeal, { params: { dealId } });
    expect(deal).toMatchObject({
      status: 'open',
      customer: { id: customer.id },
      salesperson: { id: ford.id },
      vehicleId: car.id,
      vehicle: '2024 Ford F-150 XLT',
    });
    expect((await lead(visit.leadId)).events[0]?.data).toMatchObject({
      kind: 'visit',
      step: 'write_up',
      detail: `Deal ${written.deal?.number}`,
    });
  });

  test('is the deal of the lead’s assignee, else of a greeter in sales, else a house deal', async () => {
    const owner = await stage.addEmployee();
    const salespersonOf = async (greeterId: number, assigneeId: number | null) => {
      const { customer } = await addOpenLead(assigneeId);
      const visit = await arrive(customer.id, { greeterId });
      const written = (await writeUp(ford, visit, { vehicle: '2019 Honda Civic' })).body;
      const params = { dealId: written.deal?.id ?? 0 };
      return (await ford.client.call(getDeal, { params })).body.salesperson?.id ?? null;
    };
    expect(await salespersonOf(ford.id, owner.id)).toBe(owner.id);
    expect(await salespersonOf(advisor.id, owner.id)).toBe(owner.id);
    expect(await salespersonOf(ford.id, null)).toBe(ford.id);
    expect(await salespersonOf(advisor.id, null)).toBeNull();
  });

  test('is offered to those whose job is the deal, and refused to others', async () => {
    const visit = await arrive((await addCustomer(ford)).id);
    expect(visit.may).toMatchObject({ edit: true, writeUp: true });
    const [seen] = (await advisor.client.call(listVisits)).body.filter(({ id }) => id === visit.id);
    expect(seen?.may).toMatchObject({ edit: true, writeUp: false });
    const refused = await writeUp(advisor, visit, { vehicle: '2019 Honda Civic' });
    expect([refused.status, errorOf(refused)]).toEqual([
      ...[403, 'Only sales, finance and back office can create deals.'],
    ]);
    expect((await writeUp(ford, visit, { vehicle: '2019 Honda Civic' })).status).toBe(201);
  });

  test('is refused without a customer, a vehicle or the rights', async () => {
    const { body: guest } = await greet(ford);
    const known = await arrive((await addCustomer(ford)).id);
    const vehicle = '2019 Honda Civic';
    expect((await writeUp(ford, guest, { vehicle })).status).toBe(409);
    expect((await writeUp(ford, known)).status).toBe(400);
    expect((await writeUp(ford, known, { vehicleId: 999_999 })).status).toBe(400);
    expect((await writeUp(hyundai, known, { vehicle })).status).toBe(404);
    expect((await writeUp(reader, known, { vehicle })).status).toBe(403);
    const { rows } = await sql`select from deals where customer_id = ${known.customerId}`.execute(
      stage.platform.db,
    );
    expect(rows).toEqual([]);
    expect((await writeUp(ford, known, { vehicle, condition: 'used' })).status).toBe(201);
  });

  test('leads to a sale that the lead follows: from the door to the deal', async () => {
    const car = await addCar(stage.inventoryManager);
    const visit = await arrive((await addCustomer(ford)).id);
    const driven = (await drive(ford, visit, car.id)).body;
    const written = (await writeUp(ford, driven, { vehicleId: car.id })).body;
    const params = { dealId: written.deal?.id ?? 0 };
    await sql`update deals set price_cents = 3600000 where id = ${params.dealId}`.execute(
      stage.platform.db,
    );
    const { body: deal } = await ford.client.call(getDeal, { params });
    const signed = await ford.client.call(setDealStatus, {
      params,
      body: { version: deal.version, status: 'signed' },
    });
    expect(signed.status).toBe(200);
    const left = (await end(ford, written, { result: 'sold' })).body;
    expect(left).toMatchObject({ result: 'sold', steps: { left: expect.any(String) } });
    expect(await lead(visit.leadId)).toMatchObject({ status: 'sold', isRemote: false });
  });
});

describe('the end of a visit', () => {
  test('with an appointment gives the lead one, also in the customer record', async () => {
    const customer = await addCustomer(ford);
    const visit = await arrive(customer.id);
    const without = await end(ford, visit, { result: 'appointment' });
    expect([without.status, errorOf(without)]).toEqual([
      ...[400, 'Choose a time for the appointment.'],
    ]);
    expect((await end(ford, visit, { result: 'left', appointmentAt: inAWeek() })).status).toBe(400);
    const past = { result: 'appointment', appointmentAt: '2026-01-05T15:00:00Z' };
    expect((await end(ford, visit, past)).status).toBe(400);
    const appointmentAt = inAWeek();
    const left = (await end(ford, visit, { result: 'appointment', appointmentAt })).body;
    expect(left.result).toBe('appointment');
    expect(await lead(visit.leadId)).toMatchObject({ status: 'appointment', appointmentAt });
    const { body: work } = await ford.client.call(listWork, {
      params: { customerId: customer.id },
    });
    expect(work.appointments).toMatchObject([{ status: 'set', startsAt: appointmentAt }]);
  });

  test('leaves the lead showed otherwise, and takes no further step', async () => {
    const visit = await arrive((await addCustomer(ford)).id);
    expect((await end(hyundai, visit, { result: 'be_back' })).status).toBe(404);
    expect((await end(reader, visit, { result: 'be_back' })).status).toBe(403);
    const left = (await end(ford, visit, { result: 'be_back' })).body;
    expect((await lead(visit.leadId)).status).toBe('showed');
    expect((await lead(visit.leadId)).events[0]?.data).toMatchObject({
      kind: 'visit',
      step: 'left',
      result: 'be_back',
    });
    const late = await writeUp(ford, left, { vehicle: '2019 Honda Civic' });
    expect([late.status, errorOf(late)]).toEqual([409, 'This visit has already ended.']);
    const { body: guest } = await greet(ford);
    expect((await end(ford, guest, { result: 'appointment' })).body.result).toBe('appointment');
  });
});
