import { dateAt, weekdayOf } from '../../../platform/contract/wallTime.ts';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { NewUser } from '../../people/server/public.ts';
import { correctHours } from '../contract/corrections.ts';
import { defaultPolicy, setPolicy } from '../contract/rules.ts';
import { getOwnSheet } from '../contract/sheets.ts';
import { getClock, type PunchKind, punch } from '../contract.ts';

export const hourMs = 3_600_000;
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const tools = ['utilities'] as const;

export interface Shop extends Office {
  /** Somebody of the Ford store who may use the clock. */
  employ(given?: Partial<NewUser>): Promise<Employed>;
}

export async function openShop(): Promise<Shop> {
  const office = await openOffice();
  const employ = ({ featurePermissions = [], ...given }: Partial<NewUser> = {}) =>
    office.hire({
      storeAccess: ['ford'],
      ...given,
      featurePermissions: [...tools, ...featurePermissions],
    });
  await keepWeekBoundaryAway(office);
  return { ...office, employ };
}

/** What happens hours ago in a test is in the same week, whatever day it is. */
async function keepWeekBoundaryAway(office: Office): Promise<void> {
  const { client } = await office.hire({ pagePermissions: ['system_management'] });
  const today = weekdayOf(dateAt(defaultTimezone, Date.now()));
  const body = { ...defaultPolicy, weekStartsOn: (today + 3) % 7 };
  const { status } = await client.call(setPolicy, { body });
  if (status !== 200) throw new Error(`The week was not set: ${status}`);
}

interface Press {
  at?: string;
  clientId?: string;
}

/** Presses a button of the clock. */
export const press = (
  { client }: Employed,
  kind: PunchKind,
  { at, clientId = crypto.randomUUID() }: Press = {},
) => client.call(punch, { body: { clientId, kind, ...(at && { at }) } });

export const clockOf = async ({ client }: Employed) => (await client.call(getClock)).body;
export const sheetOf = async ({ client }: Employed, week?: string) =>
  (await client.call(getOwnSheet, { query: week === undefined ? {} : { week } })).body;

/** Asks for a correction of somebody's hours, or makes it. */
export const ask = (
  { client }: Employed,
  userId: number,
  changes: (
    | { act: 'add'; kind: PunchKind; at: string }
    | { act: 'void'; punchId: number }
    | { act: 'move'; punchId: number; at: string }
  )[],
  reason = 'The phone was in the car',
  clientId = crypto.randomUUID() as string,
) => client.call(correctHours, { body: { clientId, userId, reason, changes } });
