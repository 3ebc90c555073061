import type { Platform } from '../../../platform/server/platform.ts';
import {
  chosenState,
  findPeopleByIds,
  type PersonRow,
  publicState,
  type ShownState,
  trueState,
} from '../../people/server/public.ts';
import { userJoined, userStatusChange } from '../contract.ts';
import { findConnected } from './sightings.ts';
import { statusTopics } from './topics.ts';

/** Both sides of a change, as people with user management see them. */
export interface Change {
  row: PersonRow;
  before: ShownState;
  after: ShownState;
}

/** Statuses changed: `{ changes }`. Published on the bus after COMMIT. */
export const presenceChanged = 'presence.changed';
export interface ChangedStatus {
  userId: number;
  /** Whether people without user management see a difference. */
  isPublic: boolean;
}

const family = statusTopics.single;

/**
 * Publishes, after COMMIT, what others see differently now. People without user management get nothing about
 * someone invisible, not even that something about them changed.
 */
export function announceChanges({ realtime, bus }: Platform, all: readonly Change[]): void {
  const changes: ChangedStatus[] = [];
  for (const { row, before, after } of all) {
    if (isSame(before, after)) continue;
    const shown = publicState(after);
    const isPublic = !isSame(publicState(before), shown);
    changes.push({ userId: row.id, isPublic });
    realtime.publish(`${family}:whole`, userStatusChange, { ...namesOf(row), ...after });
    if (isPublic) {
      realtime.publish(`${family}:public`, userStatusChange, { ...namesOf(row), ...shown });
    }
    // Last, so that the person's own sockets end up with the true status.
    if (after.status === 'invisible') {
      realtime.publish(`${family}:${row.id}`, userStatusChange, { ...namesOf(row), ...after });
    }
  }
  if (changes.length > 0) bus.publish(presenceChanged, { changes });
}

const namesOf = (row: PersonRow) => ({
  userId: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
});

const isSame = (one: ShownState, other: ShownState) =>
  one.status === other.status &&
  one.statusMessage === other.statusMessage &&
  one.statusUntil === other.statusUntil;

export async function announceJoined(platform: Platform, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await findPeopleByIds(platform.db, userIds);
  const joined = rows.map((row) => ({
    row,
    before: trueState(row, false),
    after: trueState(row, true),
  }));
  announceChanges(platform, joined);
  for (const { row, after } of joined) {
    const { status } = publicState(after);
    if (status === 'offline') continue;
    const data = { ...namesOf(row), status };
    for (const scope of ['whole', 'public']) {
      platform.realtime.publish(`${family}:${scope}`, userJoined, data);
    }
  }
}

export async function announceLeft(platform: Platform, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  const [rows, reconnected] = await Promise.all([
    findPeopleByIds(platform.db, userIds),
    findConnected(platform.db, userIds),
  ]);
  // Deleting an account publishes its own event.
  const left = rows.filter((one) => !one.deleted_at);
  announceChanges(
    platform,
    left.map((row) => ({
      row,
      before: chosenState(row),
      after: trueState(row, reconnected.has(row.id)),
    })),
  );
}
