import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listWork, setAppointmentStatus } from '../../customers/contract/work.ts';
import { moveAppointment } from '../contract.ts';
import {
  add,
  addCustomer,
  fetchLead,
  inAWeek,
  type LeadStage,
  move,
  openLeadStage,
} from './stage.ts';

let stage: LeadStage;
let seller: StageUser;
let customer: { id: number };
beforeAll(async () => {
  stage = await openLeadStage();
  seller = await stage.addEmployee();
});
afterAll(() => stage.stop());

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const reschedule = (
  { client }: StageUser,
  lead: { id: number; version: number },
  appointmentAt: string,
  note?: string,
) =>
  client.call(moveAppointment, {
    params: { leadId: lead.id },
    body: { version: lead.version, appointmentAt, ...(note && { note }) },
  });
async function withAppointment() {
  customer = await addCustomer(seller);
  const lead = await add(seller, customer.id);
  return (await move(seller, lead, 'appointment', { appointmentAt: inAWeek() })).body;
}
const planned = async () => {
  const params = { customerId: customer.id };
  return (await seller.client.call(listWork, { params })).body.appointments;
};

describe('the appointment of a lead', () => {
  test('is rescheduled together with the customer record, and must be confirmed again', async () => {
    const lead = await withAppointment();
    const [before] = await planned();
    await seller.client.call(setAppointmentStatus, {
      params: { appointmentId: before?.id ?? 0 },
      body: { version: before?.version ?? 0, status: 'confirmed' },
    });
    const later = inDays(9);
    const { status, body } = await reschedule(seller, lead, later, 'Their car is in the shop');
    expect([status, body.appointmentAt, body.status]).toEqual([200, later, 'appointment']);
    expect(await planned()).toMatchObject([
      { id: before?.id, startsAt: later, status: 'set', version: (before?.version ?? 0) + 2 },
    ]);
    expect((await reschedule(seller, lead, inDays(10))).status).toBe(409);
    expect((await fetchLead(seller, lead.id)).body.appointmentAt).toBe(later);
  });

  test('is set again after it was canceled in the customer record', async () => {
    const lead = await withAppointment();
    const [before] = await planned();
    await seller.client.call(setAppointmentStatus, {
      params: { appointmentId: before?.id ?? 0 },
      body: { version: before?.version ?? 0, status: 'canceled' },
    });
    const later = inDays(9);
    expect((await reschedule(seller, lead, later)).status).toBe(409);
    const open = (await fetchLead(seller, lead.id)).body;
    expect(open.status).toBe('contacted');
    expect((await move(seller, open, 'appointment', { appointmentAt: later })).status).toBe(200);
    expect(await planned()).toMatchObject([
      { startsAt: later, status: 'set' },
      { id: before?.id, status: 'canceled' },
    ]);
  });

  test('is canceled when the lead no longer waits for it, and before another is booked', async () => {
    const waiting = await withAppointment();
    const { body: back } = await move(seller, waiting, 'contacted');
    expect(await planned()).toMatchObject([{ status: 'canceled' }]);
    const { body: again } = await move(seller, back, 'appointment', { appointmentAt: inDays(3) });
    await move(seller, again, 'lost', { lostReason: 'price' });
    const statuses = (await planned()).map(({ status }) => status);
    expect(statuses).toEqual(['canceled', 'canceled']);
  });

  test('of a visitor who came before its day is replaced by the next one', async () => {
    const waiting = await withAppointment();
    const [before] = await planned();
    // Only a visit leaves the appointment open: a week ahead it is not the one that was kept.
    await sql`update leads set status = 'showed', showed_at = now() where id = ${waiting.id}`.execute(
      stage.platform.db,
    );
    await move(seller, waiting, 'appointment', { appointmentAt: inDays(3) });
    expect(await planned()).toMatchObject([
      { status: 'set' },
      { id: before?.id, status: 'canceled' },
    ]);
  });

  test('cannot move to the past, without an appointment, or without write access', async () => {
    const lead = await withAppointment();
    expect((await reschedule(seller, lead, inDays(-1))).status).toBe(400);
    expect((await reschedule(seller, lead, inDays(500))).status).toBe(400);
    const fresh = await add(seller, customer.id);
    expect((await reschedule(seller, fresh, inDays(2))).status).toBe(409);
    const withoutPage = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await reschedule(withoutPage, lead, inDays(2))).status).toBe(404);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await reschedule(reader, lead, inDays(2))).status).toBe(403);
    expect((await fetchLead(seller, lead.id)).body).toMatchObject({
      version: lead.version,
      appointmentAt: lead.appointmentAt,
    });
  });
});
