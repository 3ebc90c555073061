import type { Db } from '../../../../platform/server/db/database.ts';
import {
  findPeopleByIds,
  type PresenceSource,
  publicState,
  type ShownState,
  trueState,
} from '../../../people/server/public.ts';
import type { ChatTables } from '../tables.ts';

type ShownStatus = ShownState['status'];

/** Knows who is on a shift, among those who use the time clock; others are left out. */
export interface ShiftSource {
  shiftsAmong(ids: readonly number[]): Promise<ReadonlyMap<number, boolean>>;
}

export interface OnDutySource {
  /** The people among these who are on duty now. */
  onDutyAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** The people among these who are visibly online: mentioning invisible ones would reveal them. */
export type HereAmong = OnDutySource['onDutyAmong'];

/**
 * On a shift by the time clock; those who do not use it are on duty while online. Excludes people who
 * are on vacation, unavailable or invisible: mentioning invisible ones would reveal them.
 */
export function onDuty(
  db: Db<ChatTables>,
  presence: PresenceSource,
  source?: ShiftSource,
): OnDutySource {
  return {
    async onDutyAmong(ids) {
      const shifts = (await source?.shiftsAmong(ids)) ?? new Map<number, boolean>();
      const here = await presence.connectedAmong(ids.filter((id) => !shifts.has(id)));
      const atWork = ids.filter((id) => shifts.get(id) ?? here.has(id));
      return shownAs(db, atWork, (status) => !['unavailable', 'on-vacation'].includes(status));
    },
  };
}

export function hereByPresence(db: Db<ChatTables>, presence: PresenceSource): HereAmong {
  return async (ids) => shownAs(db, [...(await presence.connectedAmong(ids))], () => true);
}

/** The people among these, assumed online, whose visible status matches. */
async function shownAs(
  db: Db<ChatTables>,
  ids: readonly number[],
  matches: (status: ShownStatus) => boolean,
): Promise<Set<number>> {
  const rows = await findPeopleByIds(db, ids);
  const found = rows.filter((row) => {
    const { status } = publicState(trueState(row, true));
    return status !== 'offline' && matches(status);
  });
  return new Set(found.map(({ id }) => id));
}
