import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, dateAt, weekdayOf, weekStartOf } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { NewUser } from '../../people/server/public.ts';
import { adjustBalance, getBalances, listLedger } from '../contract/balances.ts';
import { addRequest, decideRequest, endRequest, listApprovals } from '../contract/requests.ts';
import type { RuleInput } from '../contract/rules.ts';
import { accrueToday } from '../server/ledger/jobs.ts';
import { recalculate } from '../server/ledger/recalculate.ts';
import type { TimeOffDb } from '../server/tables.ts';

export const h = 60;

interface Hire extends Partial<NewUser> {
  manager?: StageUser;
  hiredOn?: string | null;
  leftOn?: string;
}

export interface TimeOffStage extends AdminStage {
  today: string;
  /** A Monday some weeks ahead, on which no one is away yet. */
  monday: string;
  /** An employee of the Ford store, who reports to `manager`. */
  hire(overrides?: Hire): Promise<StageUser>;
  /** HR of all stores. */
  hr: StageUser;
  kinds: Record<'vacation' | 'sick' | 'personal' | 'jury' | 'unpaid', number>;
  /** Posts what accrues for this person. */
  accrue(user: StageUser): Promise<number>;
  /** As the job does. */
  accrueAll(): Promise<void>;
}

export const hrRights = {
  role: 'manager',
  department: 'hr',
  pagePermissions: ['hr'],
  featurePermissions: ['view_data', 'manage_users'],
} satisfies Partial<NewUser>;

/** Without the rules of the demo group, holidays and time off: a test brings its own. */
export async function openTimeOffStage(): Promise<TimeOffStage> {
  const base = await openAdminStage({}, { database: 'empty' });
  const db: TimeOffDb = base.platform.db;
  const today = dateAt(defaultTimezone, Date.now());
  const hire = async ({ manager, hiredOn = '2020-01-01', leftOn, ...overrides }: Hire = {}) => {
    const user = await base.addUser({ storeAccess: ['ford'], ...overrides });
    await sql`update employees set manager_id = ${manager?.id ?? null}, hired_on = ${hiredOn}::date,
      left_on = ${leftOn ?? null}::date where user_id = ${user.id}`.execute(db);
    return user;
  };
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from time_off_kinds`.execute(db);
  const kindOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0;
  const services = {
    platform: base.platform,
    db,
    writes: base.platform.limits('time-off-test', 1000, 60),
  };
  return {
    ...base,
    today,
    monday: addDays(weekStartOf(today, 1), 28),
    hire,
    hr: await hire({ ...hrRights, storeAccess: ['all'] }),
    kinds: {
      vacation: kindOf('Vacation'),
      sick: kindOf('Sick'),
      personal: kindOf('Personal'),
      jury: kindOf('Jury duty'),
      unpaid: kindOf('Unpaid'),
    },
    accrue: ({ id }) => db.transaction().execute((tx) => recalculate(tx, id, today)),
    accrueAll: () => accrueToday(services),
  };
}

/** 80 hours on January 1, for everyone, from a day on. */
export const yearlyRule = (kindId: number, overrides: Partial<RuleInput> = {}): RuleInput => ({
  kindId,
  store: null,
  department: null,
  effectiveOn: '2020-01-01',
  endsOn: null,
  method: 'yearly',
  steps: [{ afterYears: 0, minutes: 80 * h }],
  period: null,
  periodAnchor: null,
  yearStart: { month: 1, day: 1 },
  workedMinutes: null,
  waitingDays: 0,
  usableAfterDays: 0,
  capMinutes: null,
  carryOverMinutes: 0,
  carryOverMonths: null,
  prorates: true,
  ...overrides,
});

/** Gives hours of a kind to someone. */
export const give = (
  { hr, today, kinds }: TimeOffStage,
  user: StageUser,
  minutes: number,
  kindId = kinds.vacation,
) =>
  hr.client.call(adjustBalance, {
    body: { clientId: randomUUID(), userId: user.id, kindId, day: today, minutes, reason: 'Test' },
  });

interface Ask {
  userId?: number;
  kindId: number;
  startsOn: string;
  endsOn?: string;
  portion?: 'full' | 'morning' | 'afternoon' | 'hours';
  fromMinute?: number;
  minutes?: number;
  reason?: string;
  replacesId?: number;
  clientId?: string;
}

export const ask = ({ client }: StageUser, { clientId = randomUUID(), ...asked }: Ask) =>
  client.call(addRequest, { body: { endsOn: asked.startsOn, ...asked, clientId } });

export const decide = (
  { client }: StageUser,
  { id, version }: { id: number; version: number },
  decision: 'approved' | 'declined' = 'approved',
  reason = decision === 'declined' ? 'Too many are away' : '',
) => client.call(decideRequest, { params: { requestId: id }, body: { version, decision, reason } });

export const end = ({ client }: StageUser, { id, version }: { id: number; version: number }) =>
  client.call(endRequest, { params: { requestId: id }, body: { version } });

export const balanceOf = async ({ client }: StageUser, kindId: number, userId?: number) => {
  const { body } = await client.call(getBalances, { query: userId ? { userId } : {} });
  return body.balances.find((one) => one.kindId === kindId);
};

export const ledgerOf = async ({ client }: StageUser, kindId: number) =>
  (await client.call(listLedger, { query: { kindId } })).body.entries;

export const approvalsOf = async ({ client }: StageUser, scope: 'mine' | 'all' = 'mine') =>
  (await client.call(listApprovals, { query: { scope } })).body.map(({ id }) => id);

/** The next day that is not a weekend. */
export function workday(day: string): string {
  const weekday = weekdayOf(day);
  return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day;
}
