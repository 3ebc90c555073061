import type { Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { employeeChanged, employeeFileChanged, privateAccessChanged } from '../contract/events.ts';
import { findManagers } from './find.ts';
import { canReadHr, seesGroup } from './policy.ts';

type Parts = Pick<Platform, 'realtime' | 'db' | 'log'>;

const group = 'group';
const everyHr = 'all';

/** The ids of the topics an actor follows as HR: of their stores, of the whole group, and what concerns all of HR. */
function topicsOf(actor: Actor): string[] {
  if (!canReadHr(actor)) return [];
  return [...ownStores(actor), ...(seesGroup(actor) ? [group] : []), everyHr];
}

/** Declares the topics `employees:{store}` and subscribes each connection to those it follows. */
export function declareTopics({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.declareTopic('employees', (actor, id) => topicsOf(actor).includes(id));
  const subscribe = async (connection: Connection) => {
    if (connection.rightsOnly) return;
    for (const id of topicsOf(connection.actor)) {
      await realtime.subscribe(connection, `employees:${id}`);
    }
  };
  realtime.onConnect(subscribe);
  realtime.onRightsChange(subscribe);
}

export interface Changed {
  id: number;
  /** Of the file, before and now. */
  stores: readonly (Store | null)[];
  /** The directory or the tree shows something else. */
  isPublic: boolean;
}

/** Only after COMMIT; never rejects, because the change is made. */
export async function publishChanged(
  { realtime, db, log }: Parts,
  { id, stores, isPublic }: Changed,
): Promise<void> {
  const data = { employeeId: id };
  if (isPublic) realtime.publish('everyone:', employeeChanged, data);
  for (const store of new Set(stores)) {
    realtime.publish(`employees:${store ?? group}`, employeeFileChanged, data);
  }
  const managers = await findManagers(db, id).catch((err) => {
    log.warn({ err }, 'File of an employee published without their managers');
    return [];
  });
  for (const userId of [id, ...managers]) {
    realtime.publish(`user:${userId}`, employeeFileChanged, data);
  }
}

/** Only after COMMIT. */
export function publishAccessChanged({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.publish(`employees:${everyHr}`, privateAccessChanged, {});
}
