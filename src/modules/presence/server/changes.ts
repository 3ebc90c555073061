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

/** Both sides of a change, as people with user management see them. */
export interface Change {
  row: PersonRow;
  before: ShownState;
  after: ShownState;
}

/**
 * Publishes, after COMMIT, what others see differently now. People without user management get nothing about
 * someone invisible, not even that something about them changed.
 */
export function announceChange(platform: Platform, { row, before, after }: Change): void {
  const data = (state: ShownState) => ({
    userId: row.id,
    ...state,
    firstName: row.first_name,
    lastName: row.last_name,
  });
  if (isSame(before, after)) return;
  const publicBefore = publicState(before);
  const publicAfter = publicState(after);
  publishToPeople(platform, userStatusChange, {
    managers: data(after),
    others: isSame(publicBefore, publicAfter) ? null : data(publicAfter),
  });
  // Last, so that the person's own sockets end up with the true status.
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
  const [rows, reconnected] = await Promise.all([
    findPeopleByIds(platform.db, userIds),
    findConnected(platform.db, userIds),
  ]);
  // Deleting an account publishes its own event.
  for (const row of rows.filter((one) => !one.deleted_at)) {
    const before = chosenState(row);
    announceChange(platform, { row, before, after: trueState(row, reconnected.has(row.id)) });
  }
}
