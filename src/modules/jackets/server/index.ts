import type { Platform } from '../../../platform/server/platform.ts';
import * as checklists from '../contract/checklist.ts';
import * as jackets from '../contract/jacket.ts';
import { recordKinds } from '../contract/kinds.ts';
import * as stipulations from '../contract/stipulations.ts';
import * as titles from '../contract/titles.ts';
import * as calls from '../contract.ts';
import { countJackets, exportJackets, listJackets } from './board.ts';
import { listChecklists, saveChecklist } from './checklists.ts';
import { getChoices } from './choices.ts';
import { getJacket } from './jacket.ts';
import { jacketTopics } from './publish.ts';
import { countStipulations, listStipulations } from './stipulations.ts';
import type { JacketsDb } from './tables.ts';
import { listTitleLimits, saveTitleLimits } from './titles/limits.ts';
import { countTitles, exportTitles, listTitles } from './titles/list.ts';
import {
  addStipulation,
  clearStipulation,
  removeStipulation,
  reopenStipulation,
  saveStipulation,
} from './writing/stipulations.ts';
import { saveTitleWork } from './writing/title-work.ts';
import { undoWaiver, waiveRequirement } from './writing/waivers.ts';

/**
 * Jackets: which documents a deal, a repair order and a new hire need, what is missing, what the lender of a deal wants,
 * and its title work. A requirement is met by a filed document or waived; which, is read from the documents each
 * time and never stored. Readable by those whose department reads the documents; service never sees deal jackets.
 */
export function jacketsModule(platform: Platform): void {
  const { routes, limits } = platform;
  const writes = limits('jackets', 300, 60);
  const db: JacketsDb = platform.db;
  for (const record of recordKinds) jacketTopics[record].declare(platform.realtime);
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(calls.listDealJackets, ({ actor, query }) => listJackets(db, actor, 'deal', query));
  routes.add(calls.countDealJackets, ({ actor, query }) => countJackets(db, actor, 'deal', query));
  routes.add(calls.exportDealJackets, (call) => exportJackets(db, 'deal', call));
  routes.add(calls.listOrderJackets, ({ actor, query }) =>
    listJackets(db, actor, 'repair_order', query),
  );
  routes.add(calls.countOrderJackets, ({ actor, query }) =>
    countJackets(db, actor, 'repair_order', query),
  );
  routes.add(calls.exportOrderJackets, (call) => exportJackets(db, 'repair_order', call));
  routes.add(calls.listHireJackets, ({ actor, query }) =>
    listJackets(db, actor, 'employee', query),
  );
  routes.add(calls.countHireJackets, ({ actor, query }) =>
    countJackets(db, actor, 'employee', query),
  );
  routes.add(calls.exportHireJackets, (call) => exportJackets(db, 'employee', call));
  routes.add(jackets.getJacket, ({ actor, params }) => getJacket(db, actor, params));
  routes.add(jackets.waiveRequirement, waiveRequirement(platform, writes));
  routes.add(jackets.undoWaiver, undoWaiver(platform, writes));
  routes.add(jackets.addStipulation, addStipulation(platform, writes));
  routes.add(jackets.saveStipulation, saveStipulation(platform, writes));
  routes.add(jackets.clearStipulation, clearStipulation(platform, writes));
  routes.add(jackets.reopenStipulation, reopenStipulation(platform, writes));
  routes.add(jackets.removeStipulation, removeStipulation(platform, writes));
  routes.add(stipulations.listStipulations, ({ actor, query }) =>
    listStipulations(db, actor, query),
  );
  routes.add(stipulations.countStipulations, ({ actor, query }) =>
    countStipulations(db, actor, query),
  );
  routes.add(checklists.listChecklists, ({ actor }) => listChecklists(db, actor));
  routes.add(checklists.saveChecklist, saveChecklist(platform, writes));
  routes.add(titles.listTitles, ({ actor, query }) => listTitles(db, actor, query));
  routes.add(titles.countTitles, ({ actor, query }) => countTitles(db, actor, query));
  routes.add(titles.exportTitles, exportTitles(platform));
  routes.add(titles.saveTitleWork, saveTitleWork(platform, writes));
  routes.add(titles.listTitleLimits, ({ actor }) => listTitleLimits(db, actor));
  routes.add(titles.saveTitleLimits, saveTitleLimits(platform, writes));
}
