import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { FindStaffProblems } from '../../../../platform/server/records/staff.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { closeAppointment } from '../../../customers/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { isOpen, statusNames } from '../../contract/status.ts';
import type { LeadAbsences } from '../absences.ts';
import { addEvent, isVisit } from '../events.ts';
import { notifyArrived, withdrawAll } from '../notify.ts';
import { storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { lockLead } from '../reading/find.ts';
import { type LeadRow, ofCustomer, selectLeads } from '../reading/rows.ts';
import { worksOnLeads } from '../routing/staff.ts';
import type { EventData, Interest, LeadsDb } from '../tables.ts';
import { subjectOf } from '../writing/add.ts';
import { carColumns, matchCars } from '../writing/cars.ts';
import { receiveLead } from '../writing/receive.ts';
import { move } from './appointment.ts';
import { columnsOf } from './reached.ts';
import { changeStatus } from './status.ts';

/**
 * A known customer in the showroom: the one that remains after merging. The caller has checked that the actor may see
 * the customer.
 */
interface Arrival {
  customerId: number;
  store: Store;
  greeterId: number;
  /** When they came: a visit may be logged later. */
  arrivedAt: Date;
  /** What they are looking for; a comment of a new lead. */
  interest: string;
  ip: string;
  /** Who may not sell: a greeter who is refused leads passes it to the next in rotation. */
  findSellingProblems: FindStaffProblems;
  absences: LeadAbsences;
}

/** What to do after COMMIT. */
type Publish = () => Promise<void>;

/**
 * The lead of a showroom visit, in the transaction of a module above: the customer’s latest open lead at the store, or
 * a new walk-in for the greeter. Either has showed, and the appointment it was waiting for is kept. A customer who had
 * showed before, and left, is a be-back.
 */
export async function receiveVisitor(
  platform: Platform,
  anyTx: Db<AnyTables>,
  actor: Actor,
  arrival: Arrival,
): Promise<{ leadId: number; isBeBack: boolean; publish: Publish }> {
  const tx: LeadsDb = anyTx;
  const known = await lockLatestOpen(tx, arrival);
  const { leadId, isBeBack, notifications } = known
    ? await returnToStore(tx, actor, known, arrival)
    : await addWalkIn(platform, tx, actor, arrival);
  return {
    leadId,
    isBeBack,
    publish: async () => {
      const { store, customerId } = arrival;
      publishChanged(platform, { id: leadId, store, customer_id: customerId });
      await publishNotifications(platform, ...notifications);
    },
  };
}

async function lockLatestOpen(
  tx: LeadsDb,
  { customerId, store }: Arrival,
): Promise<LeadRow | undefined> {
  const own = sql`l.store = ${store} and l.is_open and ${ofCustomer(customerId)}`;
  await sql`select from leads l where ${own} order by l.id for update`.execute(tx);
  const { rows } = await sql<LeadRow>`${selectLeads}
    where ${own} order by l.last_at desc, l.id desc limit 1`.execute(tx);
  return rows[0];
}

interface Received {
  leadId: number;
  isBeBack: boolean;
  notifications: Unpublished[];
}

async function addWalkIn(
  platform: Platform,
  tx: LeadsDb,
  actor: Actor,
  { customerId, store, greeterId, arrivedAt, interest, ip, ...parts }: Arrival,
): Promise<Received> {
  const { findSellingProblems, absences } = parts;
  const { reasons, isRefused } = await findSellingProblems(tx, [greeterId], store);
  const isPassedOn =
    (isRefused && reasons.has(greeterId)) || !(await canWorkOnLeads(tx, greeterId, store));
  const received = await receiveLead(
    tx,
    { jobs: platform.jobs, findSellingProblems, absences },
    {
      store,
      customerId,
      type: 'walk_in',
      sourceId: null,
      externalId: null,
      interests: [],
      trade: null,
      comments: interest,
      receivedAt: arrivedAt,
      authorId: actor.userId,
      clientId: randomUUID(),
      // A greeter who doesn’t work on leads passes it to the next in rotation.
      assigneeId: isPassedOn ? undefined : greeterId,
    },
  );
  await recordActivity(tx, {
    actor,
    action: 'lead.added',
    subject: subjectOf(received.id),
    after: { store, customerId, type: 'walk_in' },
    ip,
  });
  return { leadId: received.id, isBeBack: false, notifications: [received.notification] };
}

async function canWorkOnLeads(tx: LeadsDb, userId: number, store: Store): Promise<boolean> {
  const { rows } = await sql`select from users u
    where u.id = ${userId} and ${worksOnLeads([store])}`.execute(tx);
  return rows.length > 0;
}

/** An appointment counts as kept if it is for about now; one next week stays. */
const keptWithinMs = 12 * 3_600_000;

/** After so long a customer has left, even if no one ended the visit. */
const visitMaxMs = 12 * 3_600_000;

/** Whether a customer who had showed comes back: a visit that two greeters log is one visit. */
async function comesBack(tx: LeadsDb, row: LeadRow, at: Date): Promise<boolean> {
  if (row.showed_at === null) return false;
  const { rows } = await sql<{ step: string; at: Date }>`
    select coalesce(e.data ->> 'step', 'arrived') as step, e.at from lead_events e
    where e.lead_id = ${row.id} and ${isVisit} order by e.id desc limit 1`.execute(tx);
  const last = rows[0] ?? { step: 'arrived', at: row.showed_at };
  const sinceMs = at.getTime() - last.at.getTime();
  return (last.step === 'left' && sinceMs >= 0) || Math.abs(sinceMs) > visitMaxMs;
}

const latest = (...times: readonly (Date | null)[]) =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));

async function returnToStore(
  tx: LeadsDb,
  actor: Actor,
  row: LeadRow,
  { greeterId, arrivedAt }: Arrival,
): Promise<Received> {
  // No milestone of a lead is earlier than the one before it.
  const at = latest(arrivedAt, row.received_at, row.attempted_at);
  const isAhead = row.status !== 'showed';
  const isBeBack = await comesBack(tx, row, at);
  await tx
    .updateTable('leads')
    .set({
      ...(isAhead && { ...(await columnsOf(tx, row, 'showed', at)), status: 'showed' as const }),
      be_backs: row.be_backs + (isBeBack ? 1 : 0),
      version: row.version + 1,
      last_at: latest(at, row.last_at),
    })
    .where('id', '=', row.id)
    .execute();
  const gap = Math.abs((row.appointment_at?.getTime() ?? 0) - at.getTime());
  if (row.appointment_id !== null && gap < keptWithinMs) {
    await closeAppointment(tx, actor, row.appointment_id, 'showed');
  }
  const step = isBeBack ? 'returned' : 'arrived';
  const arrived = { kind: 'visit', step, result: null, detail: '' } as const;
  const eventId = await addEvent(tx, row.id, actor.userId, arrived, { at });
  if (isAhead) {
    const event = { kind: 'status', from: row.status, to: 'showed', reason: null } as const;
    await addEvent(tx, row.id, actor.userId, event, { at });
  }
  const people = [row.assignee_id, greeterId];
  const change = { id: row.id, to: people, by: actor.userId, eventId, isBeBack };
  return {
    leadId: row.id,
    isBeBack,
    notifications: [
      await withdrawAll(tx, row.id),
      // Of a visit that is logged once it is over, there is no one to go and meet.
      ...(Date.now() - at.getTime() < visitMaxMs ? [await notifyArrived(tx, change)] : []),
    ],
  };
}

interface VisitStep {
  leadId: number;
  step: Exclude<Extract<EventData, { kind: 'visit' }>['step'], 'arrived' | 'returned'>;
  result: Extract<EventData, { kind: 'visit' }>['result'];
  detail: string;
  /** The vehicle driven, which a lead without one is about from now on. */
  vehicleId?: number;
  /** With the result `appointment`: its time, also for the customer record. */
  appointmentAt?: string | undefined;
  ip: string;
  absences: LeadAbsences;
}

/** Notes a step of a showroom visit in the history of its lead, in the transaction of a module above. */
export async function noteVisit(
  platform: Platform,
  anyTx: Db<AnyTables>,
  actor: Actor,
  { leadId, vehicleId, appointmentAt, ip, absences, ...event }: VisitStep,
): Promise<Publish> {
  const tx: LeadsDb = anyTx;
  const row = await lockLead(tx, actor, leadId);
  const at = new Date();
  await tx
    .updateTable('leads')
    .set({
      ...(vehicleId !== undefined && (await drivenColumns(tx, actor, row, vehicleId))),
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', leadId)
    .execute();
  await addEvent(tx, leadId, actor.userId, { kind: 'visit', ...event }, { at });
  const notification =
    appointmentAt === undefined
      ? null
      : await book(tx, actor, { row, appointmentAt, ip, absences });
  return async () => {
    publishChanged(platform, row);
    if (notification) await publishNotifications(platform, notification);
  };
}

async function drivenColumns(tx: LeadsDb, actor: Actor, row: LeadRow, vehicleId: number) {
  if (!isOpen(row.status) || row.interests.length > 0) return {};
  const own = { store: row.store, stores: storesOf(actor) };
  return carColumns(await matchCars(tx, [{ ...blankInterest, vehicleId }], own));
}

const blankInterest: Interest = {
  vehicleId: null,
  condition: null,
  year: null,
  make: '',
  model: '',
  trim: '',
  stockNumber: '',
  vin: '',
};

interface Booking {
  row: LeadRow;
  appointmentAt: string;
  ip: string;
  absences: LeadAbsences;
}

/** The customer leaves with an appointment to come back. */
async function book(
  tx: LeadsDb,
  actor: Actor,
  { row, appointmentAt, ip, absences }: Booking,
): Promise<Unpublished | null> {
  if (!isOpen(row.status)) {
    const state = statusNames[row.status].toLowerCase();
    throw conflict(`The lead of this visit is ${state}. Reopen it first.`);
  }
  const version = row.version + 1;
  const command = { leadId: row.id, ip, absences };
  if (row.status === 'appointment') {
    await move(tx, actor, { ...command, body: { version, appointmentAt } });
    return null;
  }
  const body = { version, status: 'appointment' as const, appointmentAt };
  return (await changeStatus(tx, actor, { ...command, body })).notification;
}
