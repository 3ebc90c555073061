import { permits } from '../../../platform/contract/access.ts';
import { AppError } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordChanged } from '../../records/server/public.ts';
import { read } from '../contract/fields.ts';
import { customerChanged, watchCustomer } from '../contract.ts';
import type { CustomerServices } from './services.ts';
import { getVisibleCustomer, type VisibleCustomer } from './visible.ts';

const topicOf = (customerId: number) => `customer:${customerId}`;

/** Live updates for everyone who has a customer's page open. */
export function addTopic({ platform: { realtime }, db }: CustomerServices): void {
  realtime.declareTopic('customer', async (actor, id) => {
    if (!permits(read, actor)) return false;
    try {
      const customer = await getVisibleCustomer(db, actor, Number(id));
      return customer.id === Number(id);
    } catch (error) {
      // Not visible, or no longer.
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  realtime.handle(watchCustomer, async (connection, { customerId, watching }) => {
    if (!Number.isInteger(customerId) || customerId < 1 || customerId > 2_147_483_647) return;
    if (watching) await realtime.subscribe(connection, topicOf(customerId));
    else realtime.topics.unsubscribe(connection, topicOf(customerId));
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

/** Publishes that the name or the survivor of a customer changed. Call only after COMMIT. */
export function publishRecordChange({ bus }: Pick<Platform, 'bus'>, ...ids: number[]): void {
  for (const id of ids) bus.publish(recordChanged, { kind: 'customer', id: String(id) });
}
