import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { isDone, needsReason, nextStatuses, statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { statusRefusal } from '../policy.ts';
import { publishChanged, publishToTechnicians } from '../publish.ts';
import type { OrdersDb } from '../tables.ts';
import { assertMayReopen, firstClosingOf, settleClosing } from './days.ts';
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
    await publishToTechnicians(platform, row);
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
  const { status, reason = null, on } = body;
  assertCanChange(actor, before, body);
  await assertMayReopen(tx, before);
  const closedAt = status === 'closed' ? await settleClosing(tx, actor, before, on) : null;
  await tx
    .updateTable('repair_orders')
    .set({
      status,
      closed_at: closedAt ?? (isDone(status) ? new Date() : null),
      ...firstClosingOf(before),
      version: before.version + 1,
    })
    .where('id', '=', orderId)
    .execute();
  await addEvent(tx, orderId, actor.userId, {
    kind: 'status',
    from: before.status,
    to: status,
    reason,
    ...(closedAt && { on: dateAt(await getTimezone(tx), closedAt.getTime()) }),
  });
  await recordActivity(tx, {
    actor,
    action: 'repair_order.status_changed',
    subject: { type: 'repair_order', id: orderId, name: before.number },
    before: { status: before.status },
    after: { status, reason, ...(closedAt && { closedAt: closedAt.toISOString() }) },
    ip,
  });
  return before;
}

function assertCanChange(actor: Actor, { status: from, line_count }: OrderRow, body: Body): void {
  const { status: to, reason, on } = body;
  if (!nextStatuses[from].includes(to)) {
    const was = statusNames[from].toLowerCase();
    const is = statusNames[to].toLowerCase();
    throw conflict(`A repair order can’t go from ${was} to ${is}.`);
  }
  const refusal = statusRefusal(actor, from, to);
  if (refusal) throw forbidden(refusal);
  if (on !== undefined && to !== 'closed') {
    throw invalid('Only closing has a day.', { on: 'Only closing has a day' });
  }
  if (needsReason(from, to) && !reason) {
    throw invalid('Enter a reason.', { reason: 'Enter a reason' });
  }
  if (to === 'completed' && from !== 'closed' && line_count === 0) {
    throw conflict('Add at least one line before completing the repair order.');
  }
}
