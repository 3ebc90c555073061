import { permits } from '../../contract/access.ts';
import { closeCodes, forceLogout } from '../../contract/socket.ts';
import type { Bus } from '../bus/bus.ts';
import type { Actor } from '../http/actor.ts';
import type { Log } from '../log/log.ts';
import type { Connection } from './connection.ts';
import type { Topics } from './topics.ts';

/** Reads the people behind these sessions afresh; an ended session is missing from the answer. */
export type FindActors = (sessionIds: string[]) => Promise<Map<string, Actor>>;

/** A session ended: its sockets go, told why if there is a reason to tell. */
export interface SessionEnded {
  sessionIds: string[];
  reason?: string;
}
export const sessionEnded = 'session.ended';

/** Somebody's role, permissions, stores or state changed: `{ userId }`. */
export const personChanged = 'person.changed';

/** Somebody wants every socket rechecked now. */
export const recheckAsked = 'sessions.recheck_asked';

interface Options {
  connections: Set<Connection>;
  topics: Topics;
  bus: Bus;
  log: Log;
  findActors: FindActors;
  onRightsChange(connection: Connection): Promise<void>;
}

const recheckIntervalMs = 5_000;

/**
 * Ends the sockets of ended sessions and keeps the rights of the others true: at once by the bus, and
 * every few seconds from the database, because a fact may be lost.
 */
export function watchSessions(options: Options): { stop(): void } {
  const { connections, topics, bus, log } = options;

  // Whose new rights are not yet applied to the end: the next round goes on with them.
  const unsettled = new WeakSet<Connection>();

  async function recheck(which: Connection[]): Promise<void> {
    if (which.length === 0) return;
    const ids = new Set(which.map(({ sessionId }) => sessionId));
    const actors = await options.findActors([...ids]);
    for (const connection of which) {
      const actor = actors.get(connection.sessionId);
      if (!actor || (!connection.rightsOnly && !permits('signedIn', actor))) end(connection);
      else if (unsettled.has(connection) || !isSame(actor, connection.actor)) {
        unsettled.add(connection);
        connection.actor = actor;
        await topics.recheck(connection);
        await options.onRightsChange(connection);
        unsettled.delete(connection);
      }
    }
  }

  // One after the other: an answer read earlier must not overtake and undo a later one.
  let turn = Promise.resolve();
  function recheckOrWarn(which: () => Connection[]): void {
    turn = turn
      .then(() => recheck(which()))
      .catch((error) => log.warn({ err: error }, 'Open sockets were not rechecked'));
  }
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
  bus.subscribe(recheckAsked, () => recheckOrWarn(() => [...connections]));
  return { stop: () => clearInterval(timer) };
}

const isSame = (one: Actor, other: Actor) => JSON.stringify(one) === JSON.stringify(other);

function end(connection: Connection, reason?: string): void {
  if (reason) connection.send(forceLogout, { reason });
  connection.close(closeCodes.signedOut, 'signed out');
}
