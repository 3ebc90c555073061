import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { Connection } from '../../../../../platform/server/realtime/connection.ts';
import { isOfTeam } from '../../access/policy.ts';
import type { ChatTables } from '../../tables.ts';
import type { MembersChanged } from './announce.ts';
import type { Listeners } from './listeners.ts';
import { type Found, findLately, findMembers, findTeams, keyOf, type Pair } from './lookups.ts';

export interface Changes {
  note(event: MembersChanged): void;
  noteTeam(channelId: string): void;
  /** Reads recent changes, in case events were lost. */
  heal(): Promise<void>;
}

/** Events do not arrive later than this; if one does, the next `heal` corrects it. */
const lateMs = 5_000;

/** Follows channel membership of the people connected to this instance. */
export function watchChanges(platform: Platform, listeners: Listeners): Changes {
  const { background, log } = platform;
  const db: Db<ChatTables> = platform.db;
  const unchecked = new Map<string, Pair>();
  const recentlyLeft = new Map<string, number>();
  let healedAt: Date | null = null;

  function apply(found: readonly Found[]): void {
    const here = connectionsOf(listeners, new Set(found.map(({ userId }) => userId)));
    for (const { isMember, ...pair } of found) {
      // An event came in the meantime: a later check will follow.
      if (unchecked.has(keyOf(pair))) continue;
      for (const connection of here.get(pair.userId) ?? []) {
        listeners.set(connection, pair.channelId, isMember);
      }
    }
  }

  async function check(): Promise<void> {
    const pairs = [...unchecked.values()];
    unchecked.clear();
    if (pairs.length === 0) return;
    const members = await findMembers(db, pairs);
    apply(pairs.map((pair) => ({ ...pair, isMember: members.has(keyOf(pair)) })));
  }

  async function heal(): Promise<void> {
    const here = new Set([...listeners.all()].map(({ actor }) => actor.userId));
    // New connections start with a fresh result anyway.
    const lately = here.size > 0 ? await findLately(db, here, healedAt) : null;
    apply(lately?.members ?? []);
    await openTeams(db, listeners, lately?.teams ?? []);
    healedAt = lately?.at ?? null;
    const then = performance.now() - lateMs;
    for (const [key, at] of recentlyLeft) if (at < then) recentlyLeft.delete(key);
  }

  // Serialized: an earlier result must not undo a later one.
  let queue = Promise.resolve();
  function next(work: () => Promise<void>): Promise<void> {
    return background.run(() => {
      queue = queue
        .then(work)
        .catch((error) =>
          log.warn({ err: error }, 'Failed to follow membership changes; will retry'),
        );
      return queue;
    });
  }

  return {
    note(event) {
      for (const pair of applyAtOnce(listeners, event, recentlyLeft))
        unchecked.set(keyOf(pair), pair);
      void next(check);
    },
    noteTeam(channelId) {
      listeners.outdate(listeners.all());
      void next(() => openTeams(db, listeners, [channelId]));
    },
    heal: () => next(heal),
  };
}

/**
 * Applies an event before the database confirms it: people who left receive nothing from here on, people
 * who joined miss nothing. A late event must not bring back someone who has just left.
 */
function applyAtOnce(
  listeners: Listeners,
  { channelId, joined, left }: MembersChanged,
  recentlyLeft: Map<string, number>,
): Pair[] {
  for (const userId of left) recentlyLeft.set(keyOf({ channelId, userId }), performance.now());
  const here = connectionsOf(listeners, new Set([...joined, ...left]));
  const set = (userId: number, hears: boolean) => {
    // New members receive the `channel_changed` event along with the others.
    for (const one of here.get(userId) ?? []) listeners.set(one, channelId, hears, hears);
  };
  listeners.outdate([...here.values()].flat());
  for (const userId of left) set(userId, false);
  for (const userId of joined) {
    if (!recentlyLeft.has(keyOf({ channelId, userId }))) set(userId, true);
  }
  return [...here.keys()].map((userId) => ({ channelId, userId }));
}

async function openTeams(
  db: Db<ChatTables>,
  listeners: Listeners,
  channelIds: readonly string[],
): Promise<void> {
  for (const { id, team } of await findTeams(db, channelIds)) {
    for (const connection of listeners.all()) {
      if (isOfTeam(connection.actor, team)) listeners.set(connection, id, true);
    }
  }
}

function connectionsOf(
  listeners: Listeners,
  userIds: ReadonlySet<number>,
): Map<number, Connection[]> {
  if (userIds.size === 0) return new Map();
  const theirs = [...listeners.all()].filter(({ actor }) => userIds.has(actor.userId));
  return Map.groupBy(theirs, ({ actor }) => actor.userId);
}
