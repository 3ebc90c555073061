import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { isDone, needsReason, nextStatuses, statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { canChangeStatus } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import type { OrdersDb } from '../tables.ts';
import { addEvent } from './events.ts';
import { getOrder, lockOrder } from './find.ts';
import type { OrderRow } from './rows.ts';

type Body = ValidOf<typeof calls.setStatus>['body'];

export function setStatus(platform: Platform, writes: Limit): Handler<typeof calls.setStatus> {
  const db: OrdersDb = platform.db;
  return async ({ actor, params: { orderId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db
      .transaction()
      .execute((tx) => changeStatus(tx, actor, { orderId, body, ip }));
    publishChanged(platform, row);
    return getOrder(db, actor, orderId);
  };
}

interface StatusCommand {
  orderId: number;
  body: Body;
  ip: string;
}

async function changeStatus(
  tx: OrdersDb,
  actor: Actor,
  { orderId, body, ip }: StatusCommand,
): Promise<OrderRow> {
  const before = await lockOrder(tx, actor, orderId, body.version);
  const { status, reason = null } = body;
  assertCanChange(actor, before, body);
  await tx
    .updateTable('repair_orders')
    .set({ status, closed_at: isDone(status) ? new Date() : null, version: before.version + 1 })
    .where('id', '=', orderId)
    .execute();
  await addEvent(tx, orderId, actor.userId, {
    kind: 'status',
    from: before.status,
    to: status,
    reason,
  });
  await recordActivity(tx, {
    actor,
    action: 'repair_order.status_changed',
    subject: { type: 'repair_order', id: orderId, name: before.number },
    before: { status: before.status },
    after: { status, reason },
    ip,
  });
  return before;
}

function assertCanChange(actor: Actor, { status: from, line_count }: OrderRow, body: Body): void {
  const { status: to, reason } = body;
  if (!nextStatuses[from].includes(to)) {
    const was = statusNames[from].toLowerCase();
    const is = statusNames[to].toLowerCase();
    throw conflict(`A repair order can’t go from ${was} to ${is}.`);
  }
  if (!canChangeStatus(actor, from, to)) {
    throw forbidden('Only managers can void or reopen a repair order.');
  }
  if (needsReason(from, to) && !reason) {
    throw invalid('Enter a reason.', { reason: 'Enter a reason' });
  }
  if (to === 'completed' && from !== 'closed' && line_count === 0) {
    throw conflict('Add at least one line before completing the repair order.');
  }
}
