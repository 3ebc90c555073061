import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  isDone,
  needsManager,
  needsReason,
  nextStatuses,
  statusNames,
} from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { isManager } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import type { OrdersDb } from '../tables.ts';
import { addEvent } from './events.ts';
import { getOrder, lockOrder } from './find.ts';
import type { OrderRow } from './rows.ts';

type Body = ValidOf<typeof calls.setStatus>['body'];

/** Says where an order stands. */
export function setStatus(platform: Platform, writes: Limit): Handler<typeof calls.setStatus> {
  const db: OrdersDb = platform.db;
  return async ({ actor, params: { orderId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute((tx) => move(tx, actor, { orderId, body, ip }));
    publishChanged(platform, row);
    return getOrder(db, actor, orderId);
  };
}

interface Move {
  orderId: number;
  body: Body;
  ip: string;
}

async function move(tx: OrdersDb, actor: Actor, { orderId, body, ip }: Move): Promise<OrderRow> {
  const before = await lockOrder(tx, actor, orderId, body.version);
  const { status, reason = null } = body;
  assertMove(actor, before, body);
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

function assertMove(actor: Actor, { status: from, line_count }: OrderRow, body: Body): void {
  const { status: to, reason } = body;
  if (!nextStatuses[from].includes(to)) {
    const [was, is] = [statusNames[from], statusNames[to]].map((name) => name.toLowerCase());
    throw conflict(`An order that is ${was} cannot become ${is}.`);
  }
  if (needsManager(from, to) && !isManager(actor)) {
    throw forbidden('Only a manager may void an order or open it again.');
  }
  if (needsReason(from, to) && !reason) {
    throw invalid('Please say why.', { reason: 'Please say why' });
  }
  if (to === 'completed' && from !== 'closed' && line_count === 0) {
    throw conflict('An order without work on it cannot be completed.');
  }
}
