import type { Store } from '../../../platform/contract/access.ts';
import { dateAt, weekdayOf } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { NewUser } from '../../people/server/public.ts';
import { correctHours } from '../contract/corrections.ts';
import { defaultPolicy, setPolicy } from '../contract/rules.ts';
import { getOwnSheet } from '../contract/sheets.ts';
import { getClock, type PunchKind, punch } from '../contract.ts';

export const hourMs = 3_600_000;
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const tools = ['utilities'] as const;

export interface ClockStage extends AdminStage {
  /** Hires an employee of the Ford store with access to the clock. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
}

export async function openClockStage(): Promise<ClockStage> {
  // In the demo group hours are locked, so the workweek does not change.
  const base = await openAdminStage({}, { database: 'empty' });
  const addEmployee = ({ featurePermissions = [], ...overrides }: Partial<NewUser> = {}) =>
    base.addUser({
      storeAccess: ['ford'],
      ...overrides,
      featurePermissions: [...tools, ...featurePermissions],
    });
  await moveWeekBoundary(base);
  return { ...base, addEmployee };
}

/** Moves the week boundary away from today, so that tests hours ago stay in the same week. */
async function moveWeekBoundary(base: AdminStage): Promise<void> {
  const { client } = await base.addUser({ pagePermissions: ['system_management'] });
  const today = weekdayOf(dateAt(defaultTimezone, Date.now()));
  const body = { ...defaultPolicy, weekStartsOn: (today + 3) % 7 };
  const { status } = await client.call(setPolicy, { body });
  if (status !== 200) throw new Error(`Couldn’t set the policy: ${status}`);
}

interface PunchOptions {
  at?: string;
  clientId?: string;
  store?: Store;
}

/** Punches the clock. */
export const recordPunch = (
  { client }: StageUser,
  kind: PunchKind,
  { at, store, clientId = crypto.randomUUID() }: PunchOptions = {},
) => client.call(punch, { body: { clientId, kind, ...(at && { at }), ...(store && { store }) } });

export const clockOf = async ({ client }: StageUser) => (await client.call(getClock)).body;
export const timesheetOf = async ({ client }: StageUser, week?: string) =>
  (await client.call(getOwnSheet, { query: week === undefined ? {} : { week } })).body;

/** Requests or makes a correction. */
export const correct = (
  { client }: StageUser,
  userId: number,
  changes: (
    | { act: 'add'; kind: PunchKind; at: string; store?: Store }
    | { act: 'void'; punchId: number }
    | { act: 'move'; punchId: number; at: string; store?: Store }
  )[],
  reason = 'I left my phone in the vehicle',
  clientId = crypto.randomUUID() as string,
) => client.call(correctHours, { body: { clientId, userId, reason, changes } });
