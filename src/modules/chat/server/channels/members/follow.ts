import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { Connection } from '../../../../../platform/server/realtime/connection.ts';
import { type FixedChannels, sharedWith } from '../../access/find.ts';
import { canRead } from '../../access/policy.ts';
import { createReadPointers, followTeamChanges } from '../../readState/createPointers.ts';
import { isByMembership } from '../../readState/start.ts';
import type { ChatTables } from '../../tables.ts';
import {
  type MembersChanged,
  membersChanged,
  type TeamChannelOpened,
  teamChannelOpened,
} from './announce.ts';
import { watchChanges } from './changes.ts';
import { createListeners, type Listeners } from './listeners.ts';

const healIntervalMs = 5_000;

/**
 * Subscribes every connection to its user's channels: with one query on connect, then on membership
 * changes, new team channels and permission changes.
 */
export function followChannels(platform: Platform, fixed: FixedChannels): void {
  const { db, realtime, bus, log } = platform;
  const listeners = createListeners(realtime);
  const changes = watchChanges(db, listeners, log);
  realtime.topics.declareMany('channel', (actor, ids) => listHearable(db, fixed, actor, ids));

  const follow = (connection: Connection) =>
    followAll(listeners, connection, (actor) => listShared(db, fixed, actor));
  realtime.onConnect(async (connection) => {
    if (listeners.add(connection)) await follow(connection);
  });
  // Permissions may change before `auth`, and on sockets used only for permissions.
  realtime.onRightsChange(async (connection) => {
    if (listeners.has(connection)) await follow(connection);
  });
  realtime.onDisconnect((connection) => listeners.remove(connection));

  bus.subscribe(membersChanged, (payload) => changes.note(payload as MembersChanged));
  bus.subscribe(teamChannelOpened, (payload) =>
    changes.noteTeam((payload as TeamChannelOpened).channelId),
  );
  setInterval(() => changes.heal(), healIntervalMs).unref();
  followTeamChanges(platform);
}

async function followAll(
  listeners: Listeners,
  connection: Connection,
  ask: (actor: Actor) => Promise<string[]>,
): Promise<void> {
  while (listeners.has(connection)) {
    const { actor } = connection;
    const isFresh = listeners.beginAsking(connection);
    const ids = await ask(actor);
    if (isFresh() && listeners.setAll(connection, actor, ids)) return;
  }
}

/** The channels the user is in; creates missing read pointers. */
async function listShared(
  db: Db<ChatTables>,
  fixed: FixedChannels,
  actor: Actor,
): Promise<string[]> {
  const { userId } = actor;
  const hasPointer = sql<boolean>`${isByMembership} or exists (
    select from chat_reads r where r.user_id = ${userId} and r.channel_id = c.id)`;
  const rows = await db
    .selectFrom('chat_channels as c')
    .select(['c.id', hasPointer.as('has_come')])
    .where(await sharedWith(actor, fixed))
    .execute();
  if (rows.some(({ has_come }) => !has_come)) await createReadPointers(db, userId);
  return rows.map(({ id }) => id);
}

/** The topic's access rule, for all topics of a connection at once. */
async function listHearable(
  db: Db<ChatTables>,
  fixed: FixedChannels,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const types = await fixed();
  const known = ids.filter((id) => {
    const type = types.get(id);
    return type !== undefined && canRead(actor, { type, people: [] });
  });
  const others = ids.filter((id) => !types.has(id));
  if (others.length === 0) return new Set(known);
  const rows = await db
    .selectFrom('chat_channels as c')
    .select('c.id')
    .where(await sharedWith(actor, fixed))
    .where(sql<boolean>`c.id = any(${others}::text[])`)
    .execute();
  return new Set([...known, ...rows.map(({ id }) => id)]);
}
