import { setTimeout as sleep } from 'node:timers/promises';
import { permits } from '../../contract/access.ts';
import { closeCodes, forceLogout, ready } from '../../contract/socket.ts';
import type { Bus } from '../bus/bus.ts';
import type { Actor } from '../http/actor.ts';
import type { Log } from '../log/log.ts';
import type { Connection } from './connection.ts';
import type { Topics } from './topics.ts';

/** Reloads the users of these sessions; ended sessions are missing from the result. */
export type FindActors = (sessionIds: string[]) => Promise<Map<string, Actor>>;

/** A session ended: its sockets close, with the reason if there is one. */
export interface SessionEnded {
  sessionIds: string[];
  reason?: string;
}
export const sessionEnded = 'session.ended';

/** A user's role, permissions, stores or state changed: `{ userId }`. */
export const personChanged = 'person.changed';

/** Requests a recheck of every socket. */
export const recheckRequested = 'sessions.recheck_asked';

interface Options {
  connections: Set<Connection>;
  topics: Topics;
  bus: Bus;
  log: Log;
  findActors: FindActors;
  /** Of the site, if there is a build. */
  build?: string | undefined;
  onRightsChange(connection: Connection): Promise<void>;
}

const recheckIntervalMs = 5_000;
/** After an outage every client fetches what it may have missed: spread over time. */
const refreshed = { atOnce: 50, pauseMs: 100 };

/**
 * Closes the sockets of ended sessions and keeps the rights of the others up to date: at once through the bus, and
 * every few seconds from the database, because a fact may be lost. After an outage of the bus they catch up.
 */
export function watchSessions(options: Options): { stop(): void } {
  const { connections, topics, bus, log } = options;

  // Connections whose new rights are not completely applied: the next round continues with them.
  const unsettled = new WeakSet<Connection>();

  async function recheck(which: Connection[]): Promise<void> {
    if (which.length === 0) return;
    const ids = new Set(which.map(({ sessionId }) => sessionId));
    const actors = await options.findActors([...ids]);
    for (const connection of which) {
      const actor = actors.get(connection.sessionId);
      if (!actor || (!connection.rightsOnly && !permits('signedIn', actor))) end(connection);
      else if (unsettled.has(connection) || !hasSameRights(actor, connection.actor)) {
        unsettled.add(connection);
        connection.actor = actor;
        await topics.recheck(connection);
        await options.onRightsChange(connection);
        unsettled.delete(connection);
        // It may have missed what was published while its topics changed.
        if (connection.live) sendReady(connection, options.build);
      }
    }
  }

  // One at a time: an earlier result must not overwrite a later one.
  let turn = Promise.resolve();
  function recheckOrWarn(which: () => Connection[]): void {
    turn = turn
      .then(() => recheck(which()))
      .catch((error) => log.warn({ err: error }, 'Failed to recheck open sockets'));
  }
  // After `ready`, clients fetch published changes from the database.
  async function refreshAll(): Promise<void> {
    const all = [...connections];
    for (let start = 0; start < all.length; start += refreshed.atOnce) {
      const some = all.slice(start, start + refreshed.atOnce).filter((each) => each.isOpen());
      for (const connection of some) unsettled.add(connection);
      await recheck(some);
      await sleep(refreshed.pauseMs, undefined, { ref: false });
    }
  }

  let isRefreshWanted = false;
  bus.onMissed(() => {
    if (isRefreshWanted) return;
    isRefreshWanted = true;
    turn = turn
      .then(() => {
        isRefreshWanted = false;
        return refreshAll();
      })
      .catch((error) => log.warn({ err: error }, 'Failed to ask clients to catch up'));
  });
  const timer = setInterval(() => recheckOrWarn(() => [...connections]), recheckIntervalMs);

  bus.subscribe(sessionEnded, (payload) => {
    const { sessionIds, reason } = payload as SessionEnded;
    for (const connection of connections) {
      if (sessionIds.includes(connection.sessionId)) end(connection, reason);
    }
  });
  bus.subscribe(personChanged, (payload) => {
    const { userId } = payload as { userId: number };
    recheckOrWarn(() => [...connections].filter(({ actor }) => actor.userId === userId));
  });
  bus.subscribe(recheckRequested, () => recheckOrWarn(() => [...connections]));
  return { stop: () => clearInterval(timer) };
}

/** Everything published from here on reaches the connection, so clients should fetch now. */
export function sendReady(
  connection: Connection,
  build: string | undefined,
  missed?: string[] | undefined,
): void {
  const { userId } = connection.actor;
  const serverTime = new Date().toISOString();
  connection.send(ready, {
    userId,
    serverTime,
    ...(build !== undefined && { build }),
    ...(missed && { missed }),
  });
}

function hasSameRights(one: Actor, other: Actor): boolean {
  // It changes by itself, an hour after each sign-in, and concerns requests only.
  const rights = ({ mustConfirmPassword: _, ...rest }: Actor) => JSON.stringify(rest);
  return rights(one) === rights(other);
}

function end(connection: Connection, reason?: string): void {
  if (reason) connection.send(forceLogout, { reason });
  connection.close(closeCodes.signedOut, 'signed out');
}
