import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { userCreated } from '../contract.ts';
import { manages } from './policy.ts';
import { toPerson, toUser } from './records.ts';
import type { PersonRow } from './tables.ts';

const whole = 'people:whole';
const inPublic = 'people:public';

const topicOf = (actor: Actor) => (manages(actor) ? whole : inPublic);

/** Everybody hears of people exactly once: whole records, or the public fields, as they may. */
export function declareTopics({ realtime }: Platform): void {
  const listen = async (connection: Connection) => {
    if (!connection.rightsOnly) await realtime.subscribe(connection, topicOf(connection.actor));
  };
  realtime.declareTopic('people', (actor, id) => topicOf(actor) === `people:${id}`);
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}

/** Tells that somebody is new, after COMMIT; who waits for approval is known to those who can approve. */
export function announceCreated({ realtime }: Platform, row: PersonRow): void {
  realtime.publish(whole, userCreated, { user: toUser(row) });
  if (!row.pending) realtime.publish(inPublic, userCreated, { user: toPerson(row) });
}
