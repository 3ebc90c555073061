import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Log } from '../../../../../platform/server/log/log.ts';
import type { Connection } from '../../../../../platform/server/realtime/connection.ts';
import type { ChatTables } from '../../tables.ts';
import { isOfTeam } from '../policy.ts';
import type { MembersChanged } from './announce.ts';
import type { Listeners } from './listeners.ts';
import { type Found, findLately, findMembers, findTeams, keyOf, type Pair } from './lookups.ts';

export interface Changes {
  note(fact: MembersChanged): void;
  noteTeam(channelId: string): void;
  /** Finds out what changed lately, for facts that never came. */
  heal(): void;
}

/** So late no fact comes; one that does is set right by the next healing. */
const lateMs = 5_000;

/** Follows who is in which channel, for the people who are connected to this instance. */
export function watchChanges(db: Db<ChatTables>, listeners: Listeners, log: Log): Changes {
  const unchecked = new Map<string, Pair>();
  const leftLately = new Map<string, number>();
  let healedAt: Date | null = null;

  function apply(found: readonly Found[]): void {
    const here = connectionsOf(listeners, new Set(found.map(({ userId }) => userId)));
    for (const { isMember, ...pair } of found) {
      // A fact came meanwhile: a later answer than this one will follow it.
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
    // Whoever connects next begins with a fresh answer.
    const lately = here.size > 0 ? await findLately(db, here, healedAt) : null;
    apply(lately?.members ?? []);
    await openTeams(db, listeners, lately?.teams ?? []);
    healedAt = lately?.at ?? null;
    const then = performance.now() - lateMs;
    for (const [key, at] of leftLately) if (at < then) leftLately.delete(key);
  }

  // One after the other: an answer read earlier must not overtake and undo a later one.
  let turn = Promise.resolve();
  function next(work: () => Promise<void>): void {
    turn = turn
      .then(work)
      .catch((error) => log.warn({ err: error }, 'Members were not followed; they will be'));
  }

  return {
    note(fact) {
      for (const pair of applyAtOnce(listeners, fact, leftLately)) unchecked.set(keyOf(pair), pair);
      next(check);
    },
    noteTeam(channelId) {
      listeners.outdate(listeners.all());
      next(() => openTeams(db, listeners, [channelId]));
    },
    heal: () => next(heal),
  };
}

/**
 * What a fact says, before the database has confirmed it: who left hears nothing from here on, and who
 * came misses nothing. Of somebody who has just left, a fact that came late must not bring them back.
 */
function applyAtOnce(
  listeners: Listeners,
  { channelId, joined, left }: MembersChanged,
  leftLately: Map<string, number>,
): Pair[] {
  for (const userId of left) leftLately.set(keyOf({ channelId, userId }), performance.now());
  const here = connectionsOf(listeners, new Set([...joined, ...left]));
  const set = (userId: number, hears: boolean) => {
    // Who comes hears with the others what the channel is told next: that its people changed.
    for (const one of here.get(userId) ?? []) listeners.set(one, channelId, hears, hears);
  };
  listeners.outdate([...here.values()].flat());
  for (const userId of left) set(userId, false);
  for (const userId of joined) {
    if (!leftLately.has(keyOf({ channelId, userId }))) set(userId, true);
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
