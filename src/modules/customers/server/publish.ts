import { permits } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { declareWatchedTopic } from '../../../platform/server/realtime/watched.ts';
import { recordChanged } from '../../records/server/public.ts';
import { read } from '../contract/fields.ts';
import { customerChanged, customerRecordsChanged, watchCustomer } from '../contract.ts';
import type { CustomerServices } from './services.ts';
import { getVisibleCustomer, type VisibleCustomer } from './visible.ts';

const topicOf = (customerId: number) => `customer:${customerId}`;

/** Live updates for everyone who has a customer's page open. */
export function addTopic({ platform: { realtime }, db }: CustomerServices): void {
  declareWatchedTopic(realtime, {
    family: 'customer',
    event: watchCustomer,
    read: ({ customerId, watching }) => ({ id: String(customerId), watching }),
    canSee: async (actor, id) =>
      permits(read, actor) && (await getVisibleCustomer(db, actor, Number(id))).id === Number(id),
  });
}

/** Publishes a change of a customer by this actor. Call only after COMMIT. */
export function publishChange(
  { realtime }: Pick<Platform, 'realtime'>,
  actor: Actor,
  { id, version }: Pick<VisibleCustomer, 'id' | 'version'>,
): void {
  realtime.publish(topicOf(id), customerChanged, { id, version, by: actor.userId });
}

/** Publishes that a customer has other tasks or appointments. Call only after COMMIT. */
export async function publishWorkChange(
  { platform, db }: CustomerServices,
  actor: Actor,
  customerId: number,
): Promise<void> {
  publishChange(platform, actor, await getVisibleCustomer(db, actor, customerId));
}

/**
 * Publishes that records of a module above changed what the pages of these customers show. Ids are those that remain
 * after merging. Call only after COMMIT.
 */
export function publishCustomerRecords(
  { realtime }: Pick<Platform, 'realtime'>,
  ...customerIds: readonly number[]
): void {
  for (const id of new Set(customerIds))
    realtime.publish(topicOf(id), customerRecordsChanged, { id });
}

/** Publishes that the name or the survivor of a customer changed. Call only after COMMIT. */
export function publishRecordChange({ bus }: Pick<Platform, 'bus'>, ...ids: number[]): void {
  for (const id of ids) bus.publish(recordChanged, { kind: 'customer', id: String(id) });
}
