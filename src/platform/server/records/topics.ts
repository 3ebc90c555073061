import type { Store } from '../../contract/access.ts';
import type { AnySocketEvent, DataOf } from '../../contract/socket.ts';
import type { Actor } from '../http/actor.ts';
import type { Connection } from '../realtime/connection.ts';
import type { Realtime } from '../realtime/realtime.ts';

export interface StoreTopic {
  /** Subscribes each connection to the stores it may see, and again when its rights change. */
  declare(
    realtime: Pick<Realtime, 'declareTopic' | 'topics' | 'onConnect' | 'onRightsChange'>,
  ): void;
  /** Only after COMMIT. */
  publish<E extends AnySocketEvent>(
    realtime: Pick<Realtime, 'publish'>,
    store: Store,
    event: E,
    data: DataOf<E>,
  ): void;
}

/** The topics `family:{store}`, one for the records of each store, for the users whose `storesOf` contains it. */
export function createStoreTopic(
  family: string,
  storesOf: (actor: Actor) => readonly Store[],
): StoreTopic {
  return {
    declare(realtime) {
      realtime.declareTopic(family, (actor, id) => storesOf(actor).includes(id as Store));
      const subscribe = (connection: Connection) => {
        const { actor, rightsOnly } = connection;
        if (rightsOnly) return;
        // Without checking the rule for each store again: after a restart thousands connect at once.
        const topics = storesOf(actor).map((store) => `${family}:${store}`);
        realtime.topics.subscribeKnown(connection, actor, topics);
      };
      realtime.onConnect(subscribe);
      realtime.onRightsChange(subscribe);
    },
    publish(realtime, store, event, data) {
      realtime.publish(`${family}:${store}`, event, data);
    },
  };
}
