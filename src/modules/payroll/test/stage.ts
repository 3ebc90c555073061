import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { addDays, dateAt, instantOf, weekStartOf } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { NewUser } from '../../people/server/public.ts';
import { correctHours } from '../../time-clock/contract/corrections.ts';
import { getOwnSheet } from '../../time-clock/contract/sheets.ts';
import { importPunches } from '../../time-clock/server/public.ts';
import {
  approvePeriods,
  getOwnPeriod,
  getPeriod,
  getPersonPeriod,
  lockPeriod,
  signPeriod,
} from '../contract/review.ts';
import type { Unit } from '../contract/rights.ts';
import { addSchedule } from '../contract/schedule.ts';

export const hourMs = 3_600_000;
export const today = () => dateAt(defaultTimezone, Date.now());
/** The Sunday on which the week before this one began: the last pay period that has ended. */
export const lastWeek = () => addDays(weekStartOf(today(), 0), -7);
export const at = (day: string, clock: string) =>
  new Date(instantOf(defaultTimezone, `${day}T${clock}`)).toISOString();

export interface PayrollStage extends AdminStage {
  /** Runs the payroll of all stores. */
  payroll: StageUser;
  /** A manager of the Ford store, who manages hours. */
  manager: StageUser;
  /** An employee of the Ford store with access to the clock. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Adds punches as the clock would have recorded them: `['08:00', '16:00']` on a day. */
  work(
    user: StageUser,
    day: string,
    hours: readonly [string, string],
    store?: Store,
  ): Promise<void>;
  setManager(user: StageUser, manager: StageUser | null): Promise<void>;
}

export async function openPayrollStage(): Promise<PayrollStage> {
  const base = await openAdminStage({}, { database: 'empty' });
  const { db } = base.platform;
  const addEmployee = ({ featurePermissions = [], ...overrides }: Partial<NewUser> = {}) =>
    base.addUser({
      storeAccess: ['ford'],
      ...overrides,
      featurePermissions: ['utilities', ...featurePermissions],
    });
  const payroll = await addEmployee({
    firstName: 'Denise',
    role: 'manager',
    department: 'hr',
    storeAccess: ['all'],
    pagePermissions: ['hr'],
    featurePermissions: ['view_data', 'manage_users'],
  });
  const stage: PayrollStage = {
    ...base,
    payroll,
    manager: await addEmployee({ firstName: 'Natalie', role: 'manager' }),
    addEmployee,
    async work({ id }, day, [from, until], store) {
      const punch = (kind: 'clock_in' | 'clock_out', clock: string) => ({
        userId: id,
        kind,
        at: new Date(at(clock < from ? addDays(day, 1) : day, clock)),
        clientId: crypto.randomUUID(),
        device: '',
        ...(kind === 'clock_in' && { store: store ?? ('ford' as const) }),
      });
      await importPunches(db, [punch('clock_in', from), punch('clock_out', until)], []);
    },
    async setManager({ id }, manager) {
      await sql`update employees set manager_id = ${manager?.id ?? null} where user_id = ${id}`.execute(
        db,
      );
    },
  };
  const startsOn = addDays(lastWeek(), -28);
  const body = { frequency: 'weekly' as const, startsOn, payDays: 5, after: null };
  const { status } = await payroll.client.call(addSchedule, { body });
  if (status !== 201) throw new Error(`Couldn’t set pay periods: ${status}`);
  return stage;
}

/** Nothing is signed, locked or worked any longer: each test locks periods of its own people. */
export const forgetHours = ({ platform: { db } }: PayrollStage) =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from payroll_lines; delete from payroll_exports; delete from payroll_locks;
      delete from payroll_adjustments; delete from payroll_approvals; delete from payroll_answers;
      delete from payroll_signatures; delete from payroll_periods; delete from time_voids;
      delete from time_punches; delete from time_decisions; delete from time_corrections;
      delete from time_overtime_bases`.execute(tx);
  });

export const ownPeriod = async ({ client }: StageUser, period = lastWeek()) =>
  (await client.call(getOwnPeriod, { query: { period } })).body;

export async function ownReview(user: StageUser, period = lastWeek()) {
  const { review } = await ownPeriod(user, period);
  if (!review) throw new Error('No review');
  return review;
}

export async function reviewOf({ client }: StageUser, { id }: StageUser, period = lastWeek()) {
  const { body } = await client.call(getPersonPeriod, { params: { id }, query: { period } });
  if (!body.review) throw new Error('No review');
  return body.review;
}

export const sign = async (
  user: StageUser,
  {
    period = lastWeek(),
    objection = null as string | null,
    clientId = crypto.randomUUID() as string,
  } = {},
) => {
  const { fingerprint } = await ownReview(user, period);
  return user.client.call(signPeriod, { body: { clientId, period, fingerprint, objection } });
};

export async function approve(
  actor: StageUser,
  users: readonly StageUser[],
  { period = lastWeek(), approved = true } = {},
) {
  const people = await Promise.all(
    users.map(async (user) => ({
      id: user.id,
      fingerprint: (await reviewOf(actor, user, period)).fingerprint,
    })),
  );
  return actor.client.call(approvePeriods, { body: { period, approved, people } });
}

export const lock = (
  { client }: StageUser,
  { period = lastWeek(), unit = 'ford' as Unit, locked = true, reason = '' } = {},
) =>
  client.call(lockPeriod, {
    params: { period, unit },
    body: { locked, ...(reason && { reason }) },
  });

export const boardOf = async ({ client }: StageUser, period = lastWeek()) =>
  (await client.call(getPeriod, { query: { period } })).body;

/** Moves the last clock-out of a day. */
export async function moveClockOut(
  actor: StageUser,
  user: StageUser,
  day: string,
  clock: string,
  { adjust = false } = {},
) {
  const { body: sheet } = await user.client.call(getOwnSheet, { query: { week: day } });
  const punch = sheet.punches.findLast(
    (one) =>
      one.kind === 'clock_out' &&
      one.voidedBy === null &&
      one.at >= at(day, '00:00') &&
      one.at < at(addDays(day, 1), '06:00'),
  );
  return actor.client.call(correctHours, {
    body: {
      clientId: crypto.randomUUID(),
      userId: user.id,
      reason: 'Stayed to help a customer',
      changes: [{ act: 'move', punchId: punch?.id ?? 0, at: at(day, clock) }],
      adjust,
    },
  });
}
