import type { Platform } from '../../../../platform/server/platform.ts';
import * as plans from '../../contract/plans.ts';
import * as calls from '../../contract.ts';
import { listBriefs, setBrief } from '../brief/change.ts';
import { postDue } from '../brief/round.ts';
import type { ReportsDb } from '../tables.ts';
import { getOverview } from './overview.ts';
import { listTargets, setTarget } from './targets.ts';

/** Targets, the overview by store, and daily briefs. */
export function addPlans(platform: Platform): void {
  const { routes, jobs } = platform;
  const db: ReportsDb = platform.db;
  routes.add(calls.getOverview, ({ actor }) => getOverview(platform, actor));
  routes.add(plans.listTargets, ({ actor, query }) => listTargets(db, actor, query.month));
  routes.add(plans.setTarget, ({ actor, ip, body }) => setTarget(db, { actor, ip }, body));
  routes.add(plans.listBriefs, ({ actor }) => listBriefs(platform, actor));
  routes.add(plans.setBrief, ({ actor, ip, body }) => setBrief(platform, { actor, ip }, body));
  jobs.schedule('reports.briefs', '*/5 * * * *', () => postDue(platform));
}
