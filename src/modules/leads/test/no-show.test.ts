import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  type Appointment,
  type AppointmentStatus,
  addAppointment,
  listWork,
  setAppointmentStatus,
} from '../../customers/contract/work.ts';
import { customerRecordsChanged, watchCustomer } from '../../customers/contract.ts';
import { listNotifications } from '../../notifications/contract.ts';
import type { LeadPage } from '../contract/lead.ts';
import { markNoShow, setRemote } from '../contract.ts';
import {
  add,
  addCustomer,
  changeRouting,
  fetchLead,
  inAWeek,
  type LeadStage,
  move,
  openLeadStage,
} from './stage.ts';

let stage: LeadStage;
let seller: StageUser;
let manager: StageUser;
let away: StageUser;

beforeAll(async () => {
  stage = await openLeadStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  away = await stage.addEmployee({ storeAccess: ['hyundai'] });
  await changeRouting(manager, { inTurn: false });
});
afterAll(() => stage.stop());

const kinds = ({ events }: LeadPage) => events.map(({ data }) => data.kind);
const appointmentsOf = async (customerId: number) =>
  (await seller.client.call(listWork, { params: { customerId } })).body.appointments;

/** A lead of the seller with an appointment, and that appointment in the customer record. */
async function withAppointment() {
  const customer = await addCustomer(seller);
  const lead = await add(seller, customer.id, { assigneeId: seller.id });
  const set = (await move(seller, lead, 'appointment', { appointmentAt: inAWeek() })).body;
  const [appointment] = await appointmentsOf(customer.id);
  if (!appointment) throw new Error('No appointment was booked');
  return { customer, lead: set, appointment };
}

/** The time of the appointment has come, on the lead and in the customer record. */
async function letPass(leadId: number): Promise<void> {
  const { db } = stage.platform;
  await sql`update leads set appointment_at = now() - interval '1 hour' where id = ${leadId}`.execute(
    db,
  );
  await sql`update customer_appointments p set starts_at = l.appointment_at
    from leads l where l.id = ${leadId} and p.id = l.appointment_id`.execute(db);
}

/** The same, and the customer has not come. */
async function withPassedAppointment() {
  const { customer, lead } = await withAppointment();
  await letPass(lead.id);
  const [appointment] = await appointmentsOf(customer.id);
  if (!appointment) throw new Error('The appointment is gone');
  return { customer, lead: (await fetchLead(seller, lead.id)).body, appointment };
}

const mark = (
  { client }: StageUser,
  { id, version }: Pick<Appointment, 'id' | 'version'>,
  status: AppointmentStatus,
) =>
  client.call(setAppointmentStatus, { params: { appointmentId: id }, body: { version, status } });

const miss = ({ client }: StageUser, { id, version }: Pick<LeadPage, 'id' | 'version'>) =>
  client.call(markNoShow, { params: { leadId: id }, body: { version } });

describe('a no-show', () => {
  test('marked on the customer’s page reaches the lead and its assignee', async () => {
    const { lead, appointment } = await withPassedAppointment();
    const near = await seller.client.socket();
    const missed = (await mark(manager, appointment, 'no_show')).body;
    expect(missed.status).toBe('no_show');
    expect(await near.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
    near.close();
    const { body } = await fetchLead(seller, lead.id);
    expect(body).toMatchObject({ status: 'contacted', noShowAt: expect.any(String) });
    expect(body.events[0]?.data).toEqual({ kind: 'no_show', appointmentAt: lead.appointmentAt });
    const { body: notices } = await seller.client.call(listNotifications);
    expect(JSON.stringify(notices)).toContain('No-show: Odalys W.');
  });

  test('that was a mistake is taken back on the lead', async () => {
    const { lead, appointment } = await withPassedAppointment();
    const missed = (await mark(seller, appointment, 'no_show')).body;
    const again = (await mark(seller, missed, 'set')).body;
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({
      status: 'appointment',
      noShowAt: null,
      appointmentAt: appointment.startsAt,
    });
    const second = (await mark(seller, again, 'no_show')).body;
    await mark(seller, second, 'showed');
    const { body } = await fetchLead(seller, lead.id);
    expect(body).toMatchObject({ status: 'showed', noShowAt: null, showedAt: expect.any(String) });
  });

  test('marked on the lead reaches the customer record, once its time has come', async () => {
    const { customer, lead, appointment } = await withAppointment();
    expect(lead.may.markNoShow).toBe(false);
    for (const early of [await miss(seller, lead), await mark(seller, appointment, 'no_show')]) {
      expect([early.status, (early.body as never as { error: string }).error]).toEqual([
        ...[409, 'A no-show can be marked once the appointment time has passed.'],
      ]);
    }
    await letPass(lead.id);
    expect((await fetchLead(seller, lead.id)).body.may.markNoShow).toBe(true);
    const { status, body } = await miss(seller, lead);
    expect([status, body.status, kinds(body)[0]]).toEqual([200, 'contacted', 'no_show']);
    expect((await appointmentsOf(customer.id)).map((one) => one.status)).toEqual(['no_show']);
    expect((await miss(seller, body)).status).toBe(409);
    // A new appointment does not undo the one that was missed.
    const next = (await move(seller, body, 'appointment', { appointmentAt: inAWeek() })).body;
    expect(next.noShowAt).toBe(body.noShowAt);
  });

  test('marked on the lead reaches the open page of the customer', async () => {
    const { customer, lead, appointment } = await withPassedAppointment();
    const sockets = await Promise.all([seller, manager, away].map(({ client }) => client.socket()));
    for (const socket of sockets) {
      socket.send(watchCustomer.type, { customerId: customer.id, watching: true });
      // Frames are processed in order: after the pong, the subscription is done.
      socket.send('ping');
      await socket.next('pong');
    }
    await miss(seller, lead);
    const [near, nearManager, far] = sockets;
    // The one who marked it may have the page open in another tab.
    for (const socket of [near, nearManager]) {
      expect(await socket?.next(customerRecordsChanged.type)).toEqual({ id: customer.id });
    }
    const [missed] = await appointmentsOf(customer.id);
    expect(missed).toMatchObject({ id: appointment.id, status: 'no_show' });
    far?.send('ping');
    await far?.next('pong');
    expect(far?.frames.map(({ type }) => type)).not.toContain(customerRecordsChanged.type);
    for (const socket of sockets) socket.close();
  });

  test('is marked only by those who may edit the lead, at the version they saw', async () => {
    const { lead } = await withAppointment();
    await letPass(lead.id);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await fetchLead(reader, lead.id)).body.may.markNoShow).toBe(false);
    expect((await miss(reader, lead)).status).toBe(403);
    expect((await miss(away, lead)).status).toBe(404);
    expect((await miss(seller, { ...lead, version: lead.version - 1 })).status).toBe(409);
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({ status: 'appointment' });
  });
});

describe('an appointment of the customer record', () => {
  const book = (customerId: number, overrides: object = {}) =>
    seller.client.call(addAppointment, {
      params: { customerId },
      body: {
        clientId: crypto.randomUUID(),
        store: 'ford',
        kind: 'sales',
        startsAt: inAWeek(),
        ...overrides,
      } as never,
    });

  test('becomes that of the open lead', async () => {
    const customer = await addCustomer(seller);
    const lead = await add(seller, customer.id);
    const { body: booked } = await book(customer.id);
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({
      status: 'appointment',
      appointmentAt: booked.startsAt,
      contactedAt: expect.any(String),
    });
    await letPass(lead.id);
    await mark(seller, booked, 'no_show');
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({ status: 'contacted' });
  });

  test('for service, at another store or in the past leaves the lead alone', async () => {
    const customer = await addCustomer(seller);
    const lead = await add(seller, customer.id);
    await book(customer.id, { kind: 'service' });
    await book(customer.id, { startsAt: '2026-01-05T15:00:00Z' });
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({ status: 'new', version: 1 });
  });

  test('that is canceled leaves the lead to be called again', async () => {
    const { lead, appointment } = await withAppointment();
    await mark(seller, appointment, 'canceled');
    const { body } = await fetchLead(seller, lead.id);
    expect(body).toMatchObject({ status: 'contacted', noShowAt: null });
    expect(body.events[0]?.data).toMatchObject({ reason: 'Appointment canceled' });
  });

  test('that is kept moves the lead to showed, and not one that is closed', async () => {
    const one = await withAppointment();
    await mark(seller, one.appointment, 'showed');
    expect((await fetchLead(seller, one.lead.id)).body).toMatchObject({ status: 'showed' });
    const two = await withAppointment();
    await move(seller, two.lead, 'lost', { lostReason: 'price' });
    await mark(seller, two.appointment, 'showed');
    expect((await fetchLead(seller, two.lead.id)).body).toMatchObject({ status: 'lost' });
  });

  test('that is missed changes nothing of a lead that is closed', async () => {
    const { lead, appointment } = await withPassedAppointment();
    const lost = (await move(seller, lead, 'lost', { lostReason: 'price' })).body;
    expect((await mark(seller, appointment, 'no_show')).status).toBe(200);
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({
      status: 'lost',
      noShowAt: null,
      isNoShow: false,
      version: lost.version,
    });
  });
});

describe('a be-back appointment', () => {
  /** The customer has been here, and has an appointment to come again, at a time that has passed. */
  async function withBeBackAppointment() {
    const customer = await addCustomer(seller);
    const lead = await add(seller, customer.id, { assigneeId: seller.id });
    const showed = (await move(seller, lead, 'showed')).body;
    await move(seller, showed, 'appointment', { appointmentAt: inAWeek() });
    await letPass(lead.id);
    const [appointment] = await appointmentsOf(customer.id);
    if (!appointment) throw new Error('No appointment was booked');
    const now = async () => {
      const { rows } = await sql<{ be_backs: number }>`
        select be_backs from leads where id = ${lead.id}`.execute(stage.platform.db);
      const { status, isNoShow } = (await fetchLead(seller, lead.id)).body;
      return { status, isNoShow, beBacks: rows[0]?.be_backs };
    };
    return { lead, appointment, now };
  }

  test('that is missed leaves the lead showed, until that was a mistake', async () => {
    const { lead, appointment, now } = await withBeBackAppointment();
    const missed = (await mark(seller, appointment, 'no_show')).body;
    expect(await now()).toEqual({ status: 'showed', isNoShow: true, beBacks: 0 });
    const again = (await mark(seller, missed, 'set')).body;
    expect(await now()).toEqual({ status: 'appointment', isNoShow: false, beBacks: 0 });
    const second = (await mark(seller, again, 'no_show')).body;
    await mark(seller, second, 'showed');
    expect(await now()).toEqual({ status: 'showed', isNoShow: false, beBacks: 1 });
    const [event] = (await fetchLead(seller, lead.id)).body.events;
    expect(event?.data).toMatchObject({ from: 'appointment', to: 'showed' });
  });

  test('that is missed is past once the customer comes', async () => {
    const { lead, appointment, now } = await withBeBackAppointment();
    await mark(seller, appointment, 'no_show');
    const missed = (await fetchLead(seller, lead.id)).body;
    const next = (await move(seller, missed, 'appointment', { appointmentAt: inAWeek() })).body;
    expect((await now()).isNoShow).toBe(false);
    await move(seller, next, 'showed');
    expect(await now()).toEqual({ status: 'showed', isNoShow: false, beBacks: 1 });
  });

  test('that is canceled leaves the lead showed, which is no visit', async () => {
    const { appointment, now } = await withBeBackAppointment();
    const canceled = (await mark(seller, appointment, 'canceled')).body;
    expect(await now()).toEqual({ status: 'showed', isNoShow: false, beBacks: 0 });
    await mark(seller, canceled, 'set');
    expect(await now()).toEqual({ status: 'appointment', isNoShow: false, beBacks: 0 });
  });
});

describe('a sale', () => {
  const remote = ({ client }: StageUser, { id, version }: LeadPage, isRemote: boolean) =>
    client.call(setRemote, { params: { leadId: id }, body: { version, isRemote } });
  const hasShown = async (id: number) => {
    const { rows } = await sql<{ shown: boolean }>`
      select has_shown as shown from leads where id = ${id}`.execute(stage.platform.db);
    return rows[0]?.shown;
  };

  test('counts as showed unless it was remote', async () => {
    const lead = await add(seller, (await addCustomer(seller)).id);
    const sold = (await move(seller, lead, 'sold')).body;
    expect([sold.isRemote, sold.showedAt, await hasShown(lead.id)]).toEqual([false, null, true]);
    const marked = (await remote(seller, sold, true)).body;
    expect([marked.isRemote, kinds(marked)[0], await hasShown(lead.id)]).toEqual([
      ...[true, 'remote', false],
    ]);
    expect((await remote(seller, marked, true)).body.version).toBe(marked.version);
    const back = (await move(seller, marked, 'contacted')).body;
    expect(back).toMatchObject({ status: 'contacted', isRemote: false });
    const far = (await move(seller, back, 'sold', { isRemote: true })).body;
    expect([far.isRemote, await hasShown(lead.id)]).toEqual([true, false]);
  });

  test('is marked as remote only by those who may edit it, and only if it is one', async () => {
    const open = await add(seller, (await addCustomer(seller)).id);
    expect((await remote(seller, open, true)).status).toBe(409);
    const sold = (await move(seller, open, 'sold')).body;
    expect((await remote(away, sold, true)).status).toBe(404);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await remote(reader, sold, true)).status).toBe(403);
    expect((await remote(seller, open, true)).status).toBe(409);
    expect((await fetchLead(seller, open.id)).body).toMatchObject({ isRemote: false });
  });
});

test('an appointment kept after a visit is a be-back; reopening the lead is none', async () => {
  let lead: LeadPage = await add(seller, (await addCustomer(seller)).id);
  const beBacks = async () => {
    const { rows } = await sql<{ be_backs: number }>`
      select be_backs from leads where id = ${lead.id}`.execute(stage.platform.db);
    return rows[0]?.be_backs;
  };
  const to = async (status: Parameters<typeof move>[2], overrides: object = {}) => {
    lead = (await move(seller, lead, status, overrides)).body;
    return beBacks();
  };
  expect(await to('showed')).toBe(0);
  expect(await to('appointment', { appointmentAt: inAWeek() })).toBe(0);
  expect(await to('showed')).toBe(1);
  expect(await to('lost', { lostReason: 'price' })).toBe(1);
  expect(await to('showed')).toBe(1);
});

test('a closed lead is reopened as far as it came', async () => {
  const closed = async (to: object, ...ways: Parameters<typeof move>[2][]) => {
    let lead: LeadPage = await add(seller, (await addCustomer(seller)).id);
    for (const way of ways) lead = (await move(seller, lead, way)).body;
    return (await move(seller, lead, 'lost', { lostReason: 'no_answer', ...to })).body.may.become;
  };
  expect(await closed({})).toEqual(['new']);
  expect(await closed({}, 'attempted')).toEqual(['attempted']);
  expect(await closed({}, 'attempted', 'contacted')).toEqual(['contacted']);
  expect(await closed({}, 'showed')).toEqual(['showed']);
});
