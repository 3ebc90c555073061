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
const publicTopic = 'people:public';

const topicOf = (actor: Actor) => (manages(actor) ? fullTopic : publicTopic);

/**
 * Subscribes every connection to exactly one topic: full records, or only the public fields, by permission.
 */
export function declareTopics({ realtime }: Platform): void {
  const listen = async (connection: Connection) => {
    if (!connection.rightsOnly) await realtime.subscribe(connection, topicOf(connection.actor));
  };
  realtime.declareTopic('people', (actor, id) => topicOf(actor) === `people:${id}`);
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}

interface PeopleEvent<E extends AnySocketEvent> {
  /** For people with user management; null publishes nothing to them. */
  managers: DataOf<E> | null;
  others: DataOf<E> | null;
}

/** Publishes once to every approved user: one payload with user management, another without. */
function publishToPeople<E extends AnySocketEvent>(
  { realtime }: Platform,
  event: E,
  { managers, others }: PeopleEvent<E>,
): void {
  if (managers !== null) realtime.publish(fullTopic, event, managers);
  if (others !== null) realtime.publish(publicTopic, event, others);
}

/** Publishes a new user, after COMMIT; a pending one only to people with user management. */
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
 * Publishes the display names of people who have, or had, the same name as someone whose record changed, after
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
      platform.log.warn({ err }, 'Failed to publish people with the same name');
      return [];
    });
  for (const row of rows) await announceUpdated(platform, row);
}

/**
 * Publishes the current record, after COMMIT: in full with user management, only the public fields without.
 * Never rejects: the record is already changed.
 */
export async function announceUpdated(platform: Platform, row: PersonRow): Promise<void> {
  platform.bus.publish(peopleChanged, { userId: row.id });
  const states = await findStates(platform, [row]).catch((err) => {
    platform.log.warn({ err }, 'User update published without presence');
    return new Map<number, ShownState>();
  });
  const state = states.get(row.id) ?? trueState(row, false);
  publishToPeople(platform, userUpdated, {
    managers: { userId: row.id, user: toUser(row, state) },
    others: row.pending ? null : { userId: row.id, user: toPerson(row, state) },
  });
}

/** Publishes their new permissions to the person alone, after COMMIT; also while they are pending. */
export function publishRights({ realtime }: Platform, row: PersonRow): void {
  realtime.publish(`rights:${row.id}`, userPermissionsUpdated, {
    userId: row.id,
    user: toUser(row),
  });
}

/** Publishes a deleted user, after COMMIT. */
export function announceDeleted(
  platform: Platform,
  row: Pick<PersonRow, 'id' | 'pending' | 'name_key'>,
): void {
  const data = { userId: row.id };
  publishToPeople(platform, userDeleted, { managers: data, others: row.pending ? null : data });
  platform.bus.publish(peopleChanged, data);
  if (!row.pending) void announceNamesakes(platform, row, row.name_key);
}

/** Publishes a changed role, after COMMIT. */
export function announceRole(platform: Platform, userId: number, newRole: Role): void {
  const data = { userId, newRole };
  publishToPeople(platform, userRoleChanged, { managers: data, others: data });
  platform.bus.publish(peopleChanged, { userId });
}

/** Publishes an enabled or disabled account, after COMMIT. */
export function announceActive(platform: Platform, userId: number, isActive: boolean): void {
  const data = { userId, newStatus: isActive };
  publishToPeople(platform, userStatusToggled, { managers: data, others: data });
  platform.bus.publish(peopleChanged, { userId });
}
