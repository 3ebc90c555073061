import type { Platform } from '../../../platform/server/platform.ts';
import {
  chosenState,
  findPeopleByIds,
  type PersonRow,
  publicState,
  publishToPeople,
  type ShownState,
  trueState,
} from '../../people/server/public.ts';
import { userJoined, userStatusChange } from '../contract.ts';
import { findConnected } from './sightings.ts';

/** Each side of a change as it was or would be shown to those who manage people. */
export interface Change {
  row: PersonRow;
  before: ShownState;
  after: ShownState;
}

/**
 * Tells, after COMMIT, what others see differently now. Whoever does not manage people hears nothing of
 * somebody invisible, not even that something about them changed.
 */
export function announceChange(platform: Platform, { row, before, after }: Change): void {
  const data = (state: ShownState) => ({
    userId: row.id,
    ...state,
    firstName: row.first_name,
    lastName: row.last_name,
  });
  if (isSame(before, after)) return;
  const [was, is] = [publicState(before), publicState(after)];
  publishToPeople(platform, userStatusChange, {
    managers: data(after),
    others: isSame(was, is) ? null : data(is),
  });
  // Last, so that on the person's own sockets the true one stands.
  if (after.status === 'invisible') {
    platform.realtime.publish(`user:${row.id}`, userStatusChange, data(after));
  }
}

const isSame = (one: ShownState, other: ShownState) =>
  one.status === other.status &&
  one.statusMessage === other.statusMessage &&
  one.statusUntil === other.statusUntil;

export async function announceJoined(platform: Platform, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const row of await findPeopleByIds(platform.db, userIds)) {
    const after = trueState(row, true);
    announceChange(platform, { row, before: trueState(row, false), after });
    const { status } = publicState(after);
    if (status === 'offline') continue;
    const { id: userId, first_name: firstName, last_name: lastName } = row;
    const data = { userId, status, firstName, lastName };
    publishToPeople(platform, userJoined, { managers: data, others: data });
  }
}

export async function announceLeft(platform: Platform, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  const [rows, backAgain] = await Promise.all([
    findPeopleByIds(platform.db, userIds),
    findConnected(platform.db, userIds),
  ]);
  // Of the deleted it has been said that they are gone.
  for (const row of rows.filter((one) => !one.deleted_at)) {
    const before = chosenState(row);
    announceChange(platform, { row, before, after: trueState(row, backAgain.has(row.id)) });
  }
}
