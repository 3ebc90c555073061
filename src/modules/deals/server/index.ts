import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { type DealParts, noParts } from './parts.ts';
import { choicesOf } from './reading/choices.ts';
import { countMatching, listPage } from './reading/list.ts';
import { listFree } from './reading/sellable.ts';
import { findEvents } from './record/events.ts';
import { getPage } from './record/find.ts';
import type { DealsDb } from './tables.ts';
import { addTopics } from './telling.ts';
import { keeping } from './writing/due-bills.ts';
import { saving } from './writing/save.ts';
import { statusChange } from './writing/status.ts';
import { takingTrade } from './writing/trade.ts';
import { writing } from './writing/write.ts';

/**
 * Deals: what was sold to whom, what it brings, and what is still owed to the buyer. A deal is there for
 * whoever works in its store; what it cost and earns only for who may see financial reports. Its car in the
 * stock follows it. A deal is never deleted, and what happened to it never rewritten.
 */
export function dealsModule(platform: Platform, parts: DealParts = noParts): void {
  const { routes, limits } = platform;
  const writes = limits('deals', 300, 60);
  const db: DealsDb = platform.db;
  addTopics(platform);
  routes.add(calls.listDeals, ({ actor, query }) => listPage(db, actor, query));
  routes.add(calls.countDeals, ({ actor, query }) => countMatching(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => choicesOf(platform.db, actor));
  routes.add(calls.listSellable, ({ actor, query }) => listFree(db, actor, query));
  routes.add(calls.getDeal, ({ actor, params }) => getPage(db, actor, params.dealId));
  routes.add(calls.listDealEvents, ({ actor, params, query }) =>
    findEvents(db, actor, params.dealId, query.before),
  );
  routes.add(calls.writeDeal, writing(platform, writes));
  routes.add(calls.saveDeal, saving(platform, writes));
  routes.add(calls.setStatus, statusChange(platform, parts, writes));
  routes.add(calls.keepDueBill, keeping(platform, writes));
  routes.add(calls.takeTrade, takingTrade(platform, writes));
}
