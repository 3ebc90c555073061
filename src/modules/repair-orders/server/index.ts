import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { countOrders, getChoices, listOrders } from './list.ts';
import { orderTopic } from './publish.ts';
import { correctCloseDay } from './record/correct-day.ts';
import { listOrderEvents } from './record/events.ts';
import { getOrder } from './record/find.ts';
import { openOrder } from './record/open.ts';
import { saveOrder } from './record/save.ts';
import { setStatus } from './record/status.ts';
import type { OrdersDb } from './tables.ts';
import { countMyWork, listMyWork, saveMyLine } from './work.ts';

/**
 * Repair orders: customer concern, technician, labor and parts, by pay type. Visible to everyone who works in the
 * order’s store, and a line to the technician it names, who needs no access to the rest; labor and parts cost only
 * with `financial_reports`. An order is never deleted and its history is never rewritten.
 */
export function repairOrdersModule(platform: Platform): void {
  const { routes, limits } = platform;
  const writes = limits('repair_orders', 300, 60);
  const db: OrdersDb = platform.db;
  orderTopic.declare(platform.realtime);
  routes.add(calls.listOrders, ({ actor, query }) => listOrders(db, actor, query));
  routes.add(calls.countOrders, ({ actor, query }) => countOrders(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(calls.listMyWork, ({ actor, query }) => listMyWork(db, actor, query.scope));
  routes.add(calls.countMyWork, ({ actor }) => countMyWork(db, actor));
  routes.add(calls.saveMyLine, saveMyLine(platform, writes));
  routes.add(calls.getOrder, ({ actor, params }) => getOrder(db, actor, params.orderId));
  routes.add(calls.listOrderEvents, ({ actor, params, query }) =>
    listOrderEvents(db, actor, params.orderId, query.before),
  );
  routes.add(calls.openOrder, openOrder(platform, writes));
  routes.add(calls.saveOrder, saveOrder(platform, writes));
  routes.add(calls.setStatus, setStatus(platform, writes));
  routes.add(calls.correctCloseDay, correctCloseDay(platform, writes));
}
