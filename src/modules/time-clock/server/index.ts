import { unauthenticated } from '../../../platform/server/http/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { findPersonById } from '../../people/server/public.ts';
import * as corrections from '../contract/corrections.ts';
import * as rules from '../contract/rules.ts';
import * as sheets from '../contract/sheets.ts';
import * as calls from '../contract.ts';
import { correcting } from './corrections/correct.ts';
import { deciding } from './corrections/decide.ts';
import { findWaitingFor } from './corrections/list.ts';
import { describeClock } from './punching/clock.ts';
import { punching } from './punching/punch.ts';
import { basisChange } from './rules/basis.ts';
import { policyChange, readGroupPolicy } from './rules/policy.ts';
import { describeSheet } from './sheets/describe.ts';
import type { ClockDb } from './tables.ts';
import { getKept } from './team/access.ts';
import { weekDeciding } from './team/approve.ts';
import { exporting } from './team/export.ts';
import { describeTeam } from './team/list.ts';

/**
 * The time clock: when people came, paused and went, to the millisecond, and what a week of that comes to.
 * Punches are only ever added; what a correction changes stays beside it. It must never round an hour,
 * lose a punch, or let anybody decide on hours of their own.
 */
export function timeClockModule(platform: Platform): void {
  const { routes } = platform;
  const db: ClockDb = platform.db;
  routes.add(calls.getClock, ({ actor }) => describeClock(db, actor));
  routes.add(calls.punch, punching(platform));
  routes.add(sheets.getOwnSheet, async ({ actor, query }) => {
    const self = await findPersonById(db, actor.userId);
    if (!self) throw unauthenticated();
    return describeSheet(db, actor, self, query.week);
  });
  routes.add(sheets.getSheet, async ({ actor, params, query }) =>
    describeSheet(db, actor, await getKept(db, actor, params.id), query.week),
  );
  routes.add(corrections.listWaiting, ({ actor }) => findWaitingFor(db, actor));
  routes.add(corrections.correctHours, correcting(platform));
  routes.add(corrections.decideCorrection, deciding(platform));
  routes.add(sheets.getTeam, ({ actor, query }) => describeTeam(db, actor, query));
  routes.add(sheets.exportTeam, exporting(platform));
  routes.add(sheets.decideWeek, weekDeciding(platform));
  routes.add(rules.readPolicy, () => readGroupPolicy(db));
  routes.add(rules.setPolicy, policyChange(db));
  routes.add(rules.setOvertimeBasis, basisChange(platform));
}
