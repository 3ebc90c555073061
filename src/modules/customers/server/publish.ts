import { permits } from '../../../../platform/contract/access.ts';
import { AppError } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordChanged } from '../../../records/server/public.ts';
import { read } from '../../contract/fields.ts';
import { customerChanged, watchCustomer } from '../../contract.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';

/** Live updates for everyone who has a customer's page open. */
export function addWatchTopic({ platform: { realtime }, db }: CustomerServices): void {
  realtime.declareTopic('customer', async (actor, id) => {
    if (!permits(read, actor)) return false;
    try {
      return (await getVisible(db, actor, Number(id))).id === Number(id);
    } catch (error) {
      // Not visible, or no longer.
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  realtime.handle(watchCustomer, async (connection, { customerId, watching }) => {
    if (!Number.isInteger(customerId) || customerId < 1 || customerId > 2_147_483_647) return;
    const topic = `customer:${customerId}`;
    if (watching) await realtime.subscribe(connection, topic);
    else realtime.topics.unsubscribe(connection, topic);
  });
}

interface CustomerChange {
  id: number;
  version: number;
  by: number;
}

/** Publishes a change of a customer. Call only after COMMIT. */
export function publishChange(
  { realtime }: Pick<Platform, 'realtime'>,
  change: CustomerChange,
): void {
  realtime.publish(`customer:${change.id}`, customerChanged, change);
}

/** Publishes that the name or the survivor of a customer changed. Call only after COMMIT. */
export function publishRecordChange({ bus }: Pick<Platform, 'bus'>, ...ids: number[]): void {
  for (const id of ids) bus.publish(recordChanged, { kind: 'customer', id: String(id) });
}
