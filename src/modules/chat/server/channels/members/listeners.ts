import type { Actor } from '../../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { Connection } from '../../../../../platform/server/realtime/connection.ts';
import { channelChanged } from '../../../contract/channels.ts';

/** The connections of this instance and the channels each of them hears. */
export interface Listeners {
  /** Begins with a connection that hears nothing yet; false: it has gone already. */
  add(connection: Connection): boolean;
  has(connection: Connection): boolean;
  remove(connection: Connection): void;
  all(): Iterable<Connection>;
  /**
   * Call before the database is asked what a connection may hear; what it answers tells whether the answer
   * still counts, or something about it became known in between.
   */
  beginAsking(connection: Connection): () => boolean;
  /** What is being asked about these connections may be out of date. */
  outdate(connections: Iterable<Connection>): void;
  /** Hears exactly these channels; false: the person has other rights by now. */
  setAll(connection: Connection, actor: Actor, channelIds: readonly string[]): boolean;
  /** Hears the channel or not from now on, and is told if that is news; unless others tell. */
  set(connection: Connection, channelId: string, hears: boolean, toldByOthers?: boolean): void;
}

const topicOf = (channelId: string) => `channel:${channelId}`;

export function createListeners({ topics }: Platform['realtime']): Listeners {
  const heard = new Map<Connection, Set<string>>();
  const { beginAsking, outdate } = createQuestions();
  /** The first answer is what it begins with, and no news. */
  const begun = new WeakSet<Connection>();

  function tell(connection: Connection, channelId: string): void {
    if (begun.has(connection)) connection.send(channelChanged, { channelId });
  }

  const set: Listeners['set'] = (connection, channelId, hears, toldByOthers = false) => {
    const mine = heard.get(connection);
    if (!mine || mine.has(channelId) === hears) return;
    outdate([connection]);
    if (hears) {
      if (!topics.subscribeKnown(connection, connection.actor, [topicOf(channelId)])) return;
      mine.add(channelId);
    } else {
      topics.unsubscribe(connection, topicOf(channelId));
      mine.delete(channelId);
    }
    if (!toldByOthers) tell(connection, channelId);
  };

  return {
    add(connection) {
      if (!connection.isOpen()) return false;
      heard.set(connection, new Set());
      return true;
    },
    has: (connection) => heard.has(connection),
    remove: (connection) => void heard.delete(connection),
    all: () => heard.keys(),
    beginAsking,
    outdate,
    setAll(connection, actor, channelIds) {
      const mine = heard.get(connection);
      if (!mine) return true;
      if (!topics.subscribeKnown(connection, actor, channelIds.map(topicOf))) {
        return !connection.isOpen();
      }
      const fresh = new Set(channelIds);
      heard.set(connection, fresh);
      const gone = [...mine].filter((id) => !fresh.has(id));
      for (const id of gone) topics.unsubscribe(connection, topicOf(id));
      for (const id of channelIds.filter((one) => !mine.has(one))) tell(connection, id);
      for (const id of gone) tell(connection, id);
      begun.add(connection);
      return true;
    },
    set,
  };
}

/** Tells an answer that still counts from one that something has overtaken. */
function createQuestions(): Pick<Listeners, 'beginAsking' | 'outdate'> {
  const open = new WeakMap<Connection, object>();
  return {
    beginAsking(connection) {
      const question = {};
      open.set(connection, question);
      return () => open.get(connection) === question;
    },
    outdate(connections) {
      for (const connection of connections) open.delete(connection);
    },
  };
}
