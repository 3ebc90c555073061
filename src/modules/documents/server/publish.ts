import type { Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { type Cabinet, followedCabinets } from '../contract/cabinets.ts';
import { documentChanged } from '../contract/events.ts';

interface Place {
  cabinet: Cabinet;
  store: Store | null;
}

const everyStore = 'all';
const idOf = ({ cabinet, store }: Place) => `${cabinet}.${store ?? everyStore}`;

/** The ids of the topics of the cabinets and stores the actor follows. */
const topicsOf = (actor: Actor): string[] =>
  followedCabinets(actor).flatMap((cabinet) =>
    [...ownStores(actor), null].map((store) => idOf({ cabinet, store })),
  );

/** Declares the topics `documents:{cabinet}.{store}` and subscribes each connection to those it follows. */
export function declareTopics({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.topics.declareMany('documents', async (actor, ids) => {
    const own = topicsOf(actor);
    return new Set(ids.filter((id) => own.includes(id)));
  });
  const subscribe = (connection: Connection) => {
    if (connection.rightsOnly) return;
    const { actor } = connection;
    const topics = topicsOf(actor).map((id) => `documents:${id}`);
    realtime.topics.subscribeKnown(connection, actor, topics);
  };
  realtime.onConnect(subscribe);
  realtime.onRightsChange(subscribe);
}

/**
 * Only after COMMIT. A document that moved is published to where it was, too, so that it leaves the lists there; where
 * it went is for those who may read it.
 */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  id: number,
  now: Place,
  before: Place = now,
): void {
  const places = new Map([before, now].map((place) => [idOf(place), place]));
  for (const [topic, { cabinet, store }] of places) {
    realtime.publish(`documents:${topic}`, documentChanged, { id, cabinet, store });
  }
}
