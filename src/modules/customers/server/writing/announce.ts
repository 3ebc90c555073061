import { permits } from '../../../../platform/contract/access.ts';
import { AppError } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordChanged } from '../../../records/server/public.ts';
import { read } from '../../contract/fields.ts';
import { customerChanged, watchCustomer } from '../../contract.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';

/** Lets those who have a customer's page open hear that something of it is new. */
export function letWatch({ platform: { realtime }, db }: CustomerServices): void {
  realtime.declareTopic('customer', async (actor, id) => {
    if (!permits(read, actor)) return false;
    try {
      return (await getSeen(db, actor, Number(id))).id === Number(id);
    } catch (error) {
      // It is no longer theirs to see, or never was.
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

interface News {
  id: number;
  version: number;
  by: number;
}

/** Tells, after COMMIT, that something of a customer is new. */
export function announce({ realtime }: Pick<Platform, 'realtime'>, news: News): void {
  realtime.publish(`customer:${news.id}`, customerChanged, news);
}

/** Tells, after COMMIT, that a customer is called otherwise, or leads elsewhere. */
export function announceRecord({ bus }: Pick<Platform, 'bus'>, ...ids: number[]): void {
  for (const id of ids) bus.publish(recordChanged, { kind: 'customer', id: String(id) });
}
