import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { canCorrectDays } from '../policy.ts';
import { publishChanged, publishToTechnicians } from '../publish.ts';
import type { OrdersDb } from '../tables.ts';
import { settleCorrection } from './days.ts';
import { addEvent } from './events.ts';
import { getOrder, lockOrder } from './find.ts';
import type { OrderRow } from './rows.ts';

/** Corrects the day an order was closed. */
export function correctCloseDay(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.correctCloseDay> {
  const db: OrdersDb = platform.db;
  return async ({ actor, params: { orderId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute((tx) => correct(tx, actor, { orderId, body, ip }));
    publishChanged(platform, row);
    await publishToTechnicians(platform, row);
    return getOrder(db, actor, orderId);
  };
}

interface CorrectDay {
  orderId: number;
  body: ValidOf<typeof calls.correctCloseDay>['body'];
  ip: string;
}

async function correct(
  tx: OrdersDb,
  actor: Actor,
  { orderId, body, ip }: CorrectDay,
): Promise<OrderRow> {
  const before = await lockOrder(tx, actor, orderId, body.version);
  if (!canCorrectDays(actor)) {
    throw forbidden('Only a manager can correct the day of a repair order.');
  }
  const { on, reason } = body;
  const { closedAt, was } = await settleCorrection(tx, actor, before, on);
  await tx
    .updateTable('repair_orders')
    .set({ closed_at: closedAt, version: before.version + 1 })
    .where('id', '=', orderId)
    .execute();
  await addEvent(tx, orderId, actor.userId, { kind: 'day', from: was, to: on, reason });
  await recordActivity(tx, {
    actor,
    action: 'repair_order.day_corrected',
    subject: { type: 'repair_order', id: orderId, name: before.number },
    before: { on: was },
    after: { on, reason },
    ip,
  });
  return before;
}
