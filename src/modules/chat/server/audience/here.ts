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

/** Knows who is at work, of those who use a time clock; of the others it says nothing. */
export interface ShiftSource {
  shiftsAmong(ids: readonly number[]): Promise<ReadonlyMap<number, boolean>>;
}

export interface OnDutySource {
  /** Those of these people who are on duty now. */
  onDutyAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** Those of these people whom everybody may see here: to name the invisible would give them away. */
export type HereAmong = OnDutySource['onDutyAmong'];

/**
 * On a shift by the clock; who does not use it is on duty while present. Not who is on vacation, unavailable
 * or invisible: to name the invisible would give them away.
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

/** Those of these people, taken as present, whose status is shown and matches. */
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
