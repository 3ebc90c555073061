import type { Actor } from '../http/actor.ts';
import type { Connection } from './connection.ts';

/** Whether the person may hear what is said on `family:id`. Asked at subscribing and when rights change. */
export type CanSubscribe = (actor: Actor, id: string) => boolean | Promise<boolean>;

export interface Topics {
  declare(family: string, canSubscribe: CanSubscribe): void;
  /** Subscribes where the person may; answers whether they may. */
  subscribe(connection: Connection, topic: string): Promise<boolean>;
  unsubscribe(connection: Connection, topic: string): void;
  /** Drops what the person, as they are now, may no longer hear. */
  recheck(connection: Connection): Promise<void>;
  leaveAll(connection: Connection): void;
  readers(topic: string): Iterable<Connection>;
}

export function createTopics(): Topics {
  const rules = new Map<string, CanSubscribe>();
  const readers = new Map<string, Set<Connection>>();

  async function may(actor: Actor, topic: string): Promise<boolean> {
    const [family = '', id = ''] = split(topic);
    const rule = rules.get(family);
    if (!rule) throw new Error(`No topic ${family} is declared`);
    return rule(actor, id);
  }

  function unsubscribe(connection: Connection, topic: string): void {
    connection.topics.delete(topic);
    const left = readers.get(topic);
    left?.delete(connection);
    if (left?.size === 0) readers.delete(topic);
  }

  return {
    declare(family, canSubscribe) {
      rules.set(family, canSubscribe);
    },
    async subscribe(connection, topic) {
      const { actor } = connection;
      if (!(await may(actor, topic))) return false;
      // It may have gone while the rule was asked, or be somebody with other rights by now.
      if (!connection.isOpen()) return false;
      if (connection.actor !== actor) return this.subscribe(connection, topic);
      connection.topics.add(topic);
      const set = readers.get(topic) ?? new Set();
      readers.set(topic, set.add(connection));
      return true;
    },
    unsubscribe,
    async recheck(connection) {
      for (const topic of [...connection.topics]) {
        if (!(await may(connection.actor, topic))) unsubscribe(connection, topic);
      }
    },
    leaveAll(connection) {
      for (const topic of [...connection.topics]) unsubscribe(connection, topic);
    },
    readers: (topic) => readers.get(topic) ?? [],
  };
}

function split(topic: string): [string, string] {
  const colon = topic.indexOf(':');
  return [topic.slice(0, colon), topic.slice(colon + 1)];
}
