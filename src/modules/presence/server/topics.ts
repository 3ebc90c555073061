import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { manages } from '../../people/server/public.ts';
import { statusesChanged } from '../contract.ts';

/**
 * Two families of topics: one event for each change, or one for all changes of a moment. Of either, `whole` and `public`
 * are for people with and without user management; `{user id}` is for the person, who sees their own true status.
 */
export const statusTopics = { single: 'status-change', batched: 'statuses' } as const;

const scopeOf = (actor: Actor) => (manages(actor) ? 'whole' : 'public');

/** Subscribes every connection to the family that its client accepts. */
export function declareStatusTopics({ realtime }: Platform): void {
  const { single, batched } = statusTopics;
  const listen = async (connection: Connection) => {
    const { actor, accepts, rightsOnly } = connection;
    if (rightsOnly) return;
    const family = accepts.has(statusesChanged.type) ? batched : single;
    await realtime.subscribe(connection, `${family}:${scopeOf(actor)}`);
    await realtime.subscribe(connection, `${family}:${actor.userId}`);
  };
  for (const family of [single, batched]) {
    realtime.declareTopic(family, (actor, id) => id === scopeOf(actor) || id === `${actor.userId}`);
  }
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}
