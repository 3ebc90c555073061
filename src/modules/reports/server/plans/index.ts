import type { Platform } from '../../../../platform/server/platform.ts';
import * as plans from '../../contract/plans.ts';
import { getOverview } from '../../contract.ts';
import { changeBrief, listBriefsOf } from '../brief/change.ts';
import { postDue } from '../brief/round.ts';
import type { ReportsDb } from '../tables.ts';
import { overviewFor } from './overview.ts';
import { changeTarget, listTargetsOf } from './targets.ts';

/** What stores mean to reach, how they stand beside one another, and what each is told in the morning. */
export function addPlans(platform: Platform): void {
  const { routes, jobs } = platform;
  const db: ReportsDb = platform.db;
  routes.add(getOverview, ({ actor }) => overviewFor(platform, actor));
  routes.add(plans.listTargets, ({ actor, query }) => listTargetsOf(db, actor, query.month));
  routes.add(plans.setTarget, ({ actor, ip, body }) => changeTarget(db, { actor, ip }, body));
  routes.add(plans.listBriefs, ({ actor }) => listBriefsOf(platform, actor));
  routes.add(plans.setBrief, ({ actor, ip, body }) => changeBrief(platform, { actor, ip }, body));
  jobs.schedule('reports.briefs', '*/5 * * * *', () => postDue(platform));
}
