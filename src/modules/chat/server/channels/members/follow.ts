import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { Connection } from '../../../../../platform/server/realtime/connection.ts';
import { type FixedChannels, sharedIn, sharedWith } from '../../access/find.ts';
import { actorColumns, actorTable } from '../../access/person.ts';
import { canRead } from '../../access/policy.ts';
import { gatherLoads } from '../../gather.ts';
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
 * Subscribes every connection to its user's channels: with one query for all who connect, then on membership
 * changes, new team channels and permission changes.
 */
export function followChannels(platform: Platform, fixed: FixedChannels): void {
  const { db, realtime, bus, background } = platform;
  const listeners = createListeners(realtime);
  const changes = watchChanges(platform, listeners);
  realtime.topics.declareMany('channel', (actor, ids) => listHearable(db, fixed, actor, ids));

  const listShared = createSharedList(db, fixed);
  const follow = (connection: Connection) => followAll(listeners, connection, listShared);
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
  background.repeat(healIntervalMs, changes.heal);
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

interface Shared {
  id: string;
  /** Whether a read pointer is missing. */
  is_new: boolean;
}

/** People per statement. */
const maxAsking = 200;

/** The channels of a user who connects; creates missing read pointers. */
function createSharedList(
  db: Db<ChatTables>,
  fixed: FixedChannels,
): (actor: Actor) => Promise<string[]> {
  const list = gatherLoads<Actor, Shared[]>(maxAsking, async (actors) => {
    const people = actorTable(
      actors.map((actor) => ({ actor })),
      await fixed(),
    );
    const { rows } = await sql<Shared & { place: number }>`/* prepared: shared-channels */
      select p.place, c.id, c.is_new from ${people} cross join lateral (
        select c.id, not (${isByMembership} or exists (select from chat_reads r
          where r.user_id = ${actorColumns.userId} and r.channel_id = c.id)) as is_new
        from chat_channels c where ${sharedIn(actorColumns)}) c`.execute(db);
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    return actors.map((_, place) => byPlace.get(place) ?? []);
  });
  return async (actor) => {
    const channels = await list(actor);
    if (channels.some(({ is_new }) => is_new)) await createReadPointers(db, actor.userId);
    return channels.map(({ id }) => id);
  };
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
