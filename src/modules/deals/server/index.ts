import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { type DealParts, noParts } from './parts.ts';
import { addTopics } from './publish.ts';
import { getChoices } from './reading/choices.ts';
import { countDeals, listDeals } from './reading/list.ts';
import { listSellable } from './reading/sellable.ts';
import { listDealEvents } from './record/events.ts';
import { getDeal } from './record/find.ts';
import type { DealsDb } from './tables.ts';
import { keepDueBill } from './writing/due-bills.ts';
import { saveDeal } from './writing/save.ts';
import { setStatus } from './writing/status.ts';
import { takeTrade } from './writing/trade.ts';
import { writeDeal } from './writing/write.ts';

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
  routes.add(calls.listDeals, ({ actor, query }) => listDeals(db, actor, query));
  routes.add(calls.countDeals, ({ actor, query }) => countDeals(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => getChoices(platform.db, actor));
  routes.add(calls.listSellable, ({ actor, query }) => listSellable(db, actor, query));
  routes.add(calls.getDeal, ({ actor, params }) => getDeal(db, actor, params.dealId));
  routes.add(calls.listDealEvents, ({ actor, params, query }) =>
    listDealEvents(db, actor, params.dealId, query.before),
  );
  routes.add(calls.writeDeal, writeDeal(platform, writes));
  routes.add(calls.saveDeal, saveDeal(platform, writes));
  routes.add(calls.setStatus, setStatus(platform, parts, writes));
  routes.add(calls.keepDueBill, keepDueBill(platform, writes));
  routes.add(calls.takeTrade, takeTrade(platform, writes));
}
