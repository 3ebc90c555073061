import type { Actor } from '../http/actor.ts';
import type { Connection } from './connection.ts';

/** Whether the user may subscribe to `family:id`. Checked at subscribing and when rights change. */
export type CanSubscribe = (actor: Actor, id: string) => boolean | Promise<boolean>;
/** The same for many at once: the ids of the family the user may subscribe to. */
export type Hearable = (actor: Actor, ids: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Topics {
  declare(family: string, canSubscribe: CanSubscribe): void;
  /** For a family whose rule needs the database: one query for any number of topics. */
  declareMany(family: string, hearable: Hearable): void;
  /** Subscribes if allowed; returns whether it is. */
  subscribe(connection: Connection, topic: string): Promise<boolean>;
  /** Subscribes to ids that the caller has just found `actor` may see, without checking the rules again. */
  subscribeKnown(connection: Connection, actor: Actor, topics: Iterable<string>): boolean;
  unsubscribe(connection: Connection, topic: string): void;
  /** Drops topics that the user may no longer see. */
  recheck(connection: Connection): Promise<void>;
  leaveAll(connection: Connection): void;
  readers(topic: string): Iterable<Connection>;
}

export function createTopics(): Topics {
  const rules = new Map<string, Hearable>();
  const { readers, subscribeKnown, unsubscribe } = createReaders();

  function ruleOf(family: string): Hearable {
    const rule = rules.get(family);
    if (!rule) throw new Error(`No topic ${family} is declared`);
    return rule;
  }

  async function subscribe(connection: Connection, topic: string): Promise<boolean> {
    const { actor } = connection;
    const [family, id] = split(topic);
    if (!(await ruleOf(family)(actor, [id])).has(id)) return false;
    if (connection.isOpen() && connection.actor !== actor) return subscribe(connection, topic);
    return subscribeKnown(connection, actor, [topic]);
  }

  return {
    declare(family, canSubscribe) {
      rules.set(family, oneByOne(canSubscribe));
    },
    declareMany(family, hearable) {
      rules.set(family, hearable);
    },
    subscribe,
    subscribeKnown,
    unsubscribe,
    async recheck(connection) {
      const families = Map.groupBy(connection.topics, (topic) => split(topic)[0]);
      for (const [family, topics] of families) {
        const ids = topics.map((topic) => split(topic)[1]);
        const heard = await ruleOf(family)(connection.actor, ids);
        for (const id of ids) if (!heard.has(id)) unsubscribe(connection, `${family}:${id}`);
      }
    },
    leaveAll(connection) {
      for (const topic of [...connection.topics]) unsubscribe(connection, topic);
    },
    readers,
  };
}

function createReaders(): Pick<Topics, 'readers' | 'subscribeKnown' | 'unsubscribe'> {
  const byTopic = new Map<string, Set<Connection>>();
  return {
    readers: (topic) => byTopic.get(topic) ?? [],
    subscribeKnown(connection, actor, topics) {
      // The connection may be gone by now, or its user’s rights may have changed since the check.
      if (!connection.isOpen() || connection.actor !== actor) return false;
      for (const topic of topics) {
        connection.topics.add(topic);
        const readers = byTopic.get(topic) ?? new Set();
        byTopic.set(topic, readers.add(connection));
      }
      return true;
    },
    unsubscribe(connection, topic) {
      connection.topics.delete(topic);
      const left = byTopic.get(topic);
      left?.delete(connection);
      if (left?.size === 0) byTopic.delete(topic);
    },
  };
}

function oneByOne(canSubscribe: CanSubscribe): Hearable {
  return async (actor, ids) => {
    const heard = new Set<string>();
    for (const id of ids) if (await canSubscribe(actor, id)) heard.add(id);
    return heard;
  };
}

function split(topic: string): [family: string, id: string] {
  const colon = topic.indexOf(':');
  return [topic.slice(0, colon), topic.slice(colon + 1)];
}
