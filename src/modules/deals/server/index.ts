import type { Platform } from '../../../platform/server/platform.ts';
import { type FindStaffProblems, noStaffProblems } from '../../../platform/server/records/staff.ts';
import * as calls from '../contract.ts';
import { type DealParts, noParts } from './parts.ts';
import { dealTopic } from './publish.ts';
import { getChoices, listSellable } from './reading/choices.ts';
import { countDeals, listDeals } from './reading/list.ts';
import { listDealEvents } from './record/events.ts';
import { getDeal } from './record/find.ts';
import type { DealsDb } from './tables.ts';
import { correctDay } from './writing/correct-day.ts';
import { createDeal } from './writing/create.ts';
import { setDueBillDone } from './writing/due-bills.ts';
import { saveDeal } from './writing/save.ts';
import { setStatus } from './writing/status.ts';
import { takeTrade } from './writing/trade.ts';

/**
 * Deals: what was sold to whom, the gross, and the due bills. Visible to everyone who works at the store;
 * costs and gross only with access to financial reports. The stock vehicle follows the status of its deal.
 * A deal is never deleted, and its history is never rewritten.
 */
export function dealsModule(
  platform: Platform,
  parts: DealParts = noParts,
  /** Who may not sell. */
  findSellingProblems: FindStaffProblems = noStaffProblems,
): void {
  const { routes, limits } = platform;
  const writes = limits('deals', 300, 60);
  const db: DealsDb = platform.db;
  dealTopic.declare(platform.realtime);
  routes.add(calls.listDeals, ({ actor, query }) => listDeals(db, actor, query));
  routes.add(calls.countDeals, ({ actor, query }) => countDeals(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor, findSellingProblems));
  routes.add(calls.listSellable, ({ actor, query }) => listSellable(db, actor, query));
  routes.add(calls.getDeal, ({ actor, params }) => getDeal(db, actor, params.dealId));
  routes.add(calls.listDealEvents, ({ actor, params, query }) =>
    listDealEvents(db, actor, params.dealId, query.before),
  );
  routes.add(calls.createDeal, createDeal(platform, findSellingProblems, writes));
  routes.add(calls.saveDeal, saveDeal(platform, parts, findSellingProblems, writes));
  routes.add(calls.setStatus, setStatus(platform, parts, writes));
  routes.add(calls.correctDay, correctDay(platform, writes));
  routes.add(calls.setDueBillDone, setDueBillDone(platform, writes));
  routes.add(calls.takeTrade, takeTrade(platform, writes));
}
