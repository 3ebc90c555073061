import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { choicesOf } from './choices.ts';
import { countMatching, listPage } from './list.ts';
import { findEvents } from './record/events.ts';
import { getPage } from './record/find.ts';
import { opening } from './record/open.ts';
import { saving } from './record/save.ts';
import { statusChange } from './record/status.ts';
import type { OrdersDb } from './tables.ts';
import { addTopics } from './telling.ts';

/**
 * Repair orders: what a car came for, who works on it and what it costs whom. An order is there for whoever
 * works in its store; what labor and parts cost the house only for who may see financial reports. An order
 * is never deleted, and what happened to it never rewritten.
 */
export function repairOrdersModule(platform: Platform): void {
  const { routes, limits } = platform;
  const writes = limits('repair_orders', 300, 60);
  const db: OrdersDb = platform.db;
  addTopics(platform);
  routes.add(calls.listOrders, ({ actor, query }) => listPage(db, actor, query));
  routes.add(calls.countOrders, ({ actor, query }) => countMatching(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => choicesOf(platform.db, actor));
  routes.add(calls.getOrder, ({ actor, params }) => getPage(db, actor, params.orderId));
  routes.add(calls.listOrderEvents, ({ actor, params, query }) =>
    findEvents(db, actor, params.orderId, query.before),
  );
  routes.add(calls.openOrder, opening(platform, writes));
  routes.add(calls.saveOrder, saving(platform, writes));
  routes.add(calls.setStatus, statusChange(platform, writes));
}
