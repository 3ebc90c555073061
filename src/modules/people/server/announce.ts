import type { Role } from '../../../platform/contract/access.ts';
import type { AnySocketEvent, DataOf } from '../../../platform/contract/socket.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import {
  userCreated,
  userDeleted,
  userPermissionsUpdated,
  userRoleChanged,
  userStatusToggled,
  userUpdated,
} from '../contract.ts';
import { peopleChanged } from './facts.ts';
import { manages } from './policy.ts';
import { toPerson, toUser } from './records.ts';
import { findStates, type ShownState, trueState } from './status.ts';
import { type PersonRow, people } from './tables.ts';

const fullTopic = 'people:whole';
const inPublic = 'people:public';

const topicOf = (actor: Actor) => (manages(actor) ? fullTopic : inPublic);

/** Everybody hears of people exactly once: whole records, or the public fields, as they may. */
export function declareTopics({ realtime }: Platform): void {
  const listen = async (connection: Connection) => {
    if (!connection.rightsOnly) await realtime.subscribe(connection, topicOf(connection.actor));
  };
  realtime.declareTopic('people', (actor, id) => topicOf(actor) === `people:${id}`);
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}

interface PeopleEvent<E extends AnySocketEvent> {
  /** For those who manage people; null tells them nothing. */
  managers: DataOf<E> | null;
  others: DataOf<E> | null;
}

/** Tells every approved person once: those who manage people one thing, the others another. */
export function publishToPeople<E extends AnySocketEvent>(
  { realtime }: Platform,
  event: E,
  { managers, others }: PeopleEvent<E>,
): void {
  if (managers !== null) realtime.publish(fullTopic, event, managers);
  if (others !== null) realtime.publish(inPublic, event, others);
}

/** Tells that somebody is new, after COMMIT; who waits for approval is known to those who can approve. */
export function announceCreated(platform: Platform, row: PersonRow): void {
  const state = trueState(row, false);
  publishToPeople(platform, userCreated, {
    managers: { user: toUser(row, state) },
    others: row.pending ? null : { user: toPerson(row, state) },
  });
  platform.bus.publish(peopleChanged, { userId: row.id });
  if (row.shares_name && !row.pending) void announceNamesakes(platform, row, row.name_key);
}

/**
 * Tells everybody how those are shown now who have, or had, the same name as somebody whose record changed, after
 * COMMIT. Never rejects.
 */
export async function announceNamesakes(
  platform: Platform,
  { id }: Pick<PersonRow, 'id'>,
  nameKey: string,
): Promise<void> {
  const rows = await people(platform.db)
    .selectFrom('users')
    .selectAll()
    .where('name_key', '=', nameKey)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .where('pending', '=', false)
    .execute()
    .catch((err) => {
      platform.log.warn({ err }, 'People of the same name were not announced');
      return [];
    });
  for (const row of rows) await announceUpdated(platform, row);
}

/**
 * Tells what a record says now, after COMMIT: whole to those who manage people, the public fields to the
 * others. Never rejects: the record is changed, told or not.
 */
export async function announceUpdated(platform: Platform, row: PersonRow): Promise<void> {
  platform.bus.publish(peopleChanged, { userId: row.id });
  const states = await findStates(platform, [row]).catch((err) => {
    platform.log.warn({ err }, 'A changed person was told without their status');
    return new Map<number, ShownState>();
  });
  const state = states.get(row.id) ?? trueState(row, false);
  publishToPeople(platform, userUpdated, {
    managers: { userId: row.id, user: toUser(row, state) },
    others: row.pending ? null : { userId: row.id, user: toPerson(row, state) },
  });
}

/** Tells the person alone, after COMMIT, what they may do from now on; reaches them also while they wait for approval. */
export function publishRights({ realtime }: Platform, row: PersonRow): void {
  realtime.publish(`rights:${row.id}`, userPermissionsUpdated, {
    userId: row.id,
    user: toUser(row),
  });
}

/** Tells that somebody is gone, after COMMIT. */
export function announceDeleted(
  platform: Platform,
  row: Pick<PersonRow, 'id' | 'pending' | 'name_key'>,
): void {
  const data = { userId: row.id };
  publishToPeople(platform, userDeleted, { managers: data, others: row.pending ? null : data });
  platform.bus.publish(peopleChanged, data);
  if (!row.pending) void announceNamesakes(platform, row, row.name_key);
}

/** Tells the role somebody has from now on, after COMMIT. */
export function announceRole(platform: Platform, userId: number, newRole: Role): void {
  const data = { userId, newRole };
  publishToPeople(platform, userRoleChanged, { managers: data, others: data });
  platform.bus.publish(peopleChanged, { userId });
}

/** Tells that an account was enabled or disabled, after COMMIT. */
export function announceActive(platform: Platform, userId: number, isActive: boolean): void {
  const data = { userId, newStatus: isActive };
  publishToPeople(platform, userStatusToggled, { managers: data, others: data });
  platform.bus.publish(peopleChanged, { userId });
}
