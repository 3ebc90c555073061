import type { Actor } from '../../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { Connection } from '../../../../../platform/server/realtime/connection.ts';
import { channelChanged } from '../../../contract/channels.ts';

/** The connections of this instance and the channels each is subscribed to. */
export interface Listeners {
  /** Adds a connection without subscriptions; false if it is closed already. */
  add(connection: Connection): boolean;
  has(connection: Connection): boolean;
  remove(connection: Connection): void;
  all(): Iterable<Connection>;
  /**
   * Call before querying a connection's channels; the returned function says whether the result is
   * still current.
   */
  beginAsking(connection: Connection): () => boolean;
  /** Queries in flight about these connections may be out of date. */
  outdate(connections: Iterable<Connection>): void;
  /** Subscribes to exactly these channels; false if the user's permissions have changed. */
  setAll(connection: Connection, actor: Actor, channelIds: readonly string[]): boolean;
  /** Subscribes or unsubscribes the channel, and notifies the connection of a change unless others do. */
  set(
    connection: Connection,
    channelId: string,
    subscribed: boolean,
    notifiedByOthers?: boolean,
  ): void;
}

const topicOf = (channelId: string) => `channel:${channelId}`;

export function createListeners({ topics }: Platform['realtime']): Listeners {
  const subscriptions = new Map<Connection, Set<string>>();
  const { beginAsking, outdate } = createQueryTracker();
  /** The first result is the initial state, not a change. */
  const initialized = new WeakSet<Connection>();

  function notify(connection: Connection, channelId: string): void {
    if (initialized.has(connection)) connection.send(channelChanged, { channelId });
  }

  const set: Listeners['set'] = (connection, channelId, subscribed, notifiedByOthers = false) => {
    const mine = subscriptions.get(connection);
    if (!mine || mine.has(channelId) === subscribed) return;
    outdate([connection]);
    if (subscribed) {
      if (!topics.subscribeKnown(connection, connection.actor, [topicOf(channelId)])) return;
      mine.add(channelId);
    } else {
      topics.unsubscribe(connection, topicOf(channelId));
      mine.delete(channelId);
    }
    if (!notifiedByOthers) notify(connection, channelId);
  };

  return {
    add(connection) {
      if (!connection.isOpen()) return false;
      subscriptions.set(connection, new Set());
      return true;
    },
    has: (connection) => subscriptions.has(connection),
    remove: (connection) => void subscriptions.delete(connection),
    all: () => subscriptions.keys(),
    beginAsking,
    outdate,
    setAll(connection, actor, channelIds) {
      const mine = subscriptions.get(connection);
      if (!mine) return true;
      if (!topics.subscribeKnown(connection, actor, channelIds.map(topicOf))) {
        return !connection.isOpen();
      }
      const fresh = new Set(channelIds);
      subscriptions.set(connection, fresh);
      const gone = [...mine].filter((id) => !fresh.has(id));
      for (const id of gone) topics.unsubscribe(connection, topicOf(id));
      for (const id of channelIds.filter((one) => !mine.has(one))) notify(connection, id);
      for (const id of gone) notify(connection, id);
      initialized.add(connection);
      return true;
    },
    set,
  };
}

/** Distinguishes current query results from outdated ones. */
function createQueryTracker(): Pick<Listeners, 'beginAsking' | 'outdate'> {
  const open = new WeakMap<Connection, object>();
  return {
    beginAsking(connection) {
      const token = {};
      open.set(connection, token);
      return () => open.get(connection) === token;
    },
    outdate(connections) {
      for (const connection of connections) open.delete(connection);
    },
  };
}
