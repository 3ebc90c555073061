import { unauthenticated } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { findPersonById } from '../../people/server/public.ts';
import * as corrections from '../contract/corrections.ts';
import * as rules from '../contract/rules.ts';
import * as sheets from '../contract/sheets.ts';
import * as calls from '../contract.ts';
import { correctHours } from './corrections/correct.ts';
import { decideCorrection } from './corrections/decide.ts';
import { listWaiting } from './corrections/list.ts';
import { getManagedPerson } from './managed-people.ts';
import type { HoursLocks } from './periods.ts';
import type { PunchPlaces } from './places.ts';
import { getClock } from './punching/clock.ts';
import { punch } from './punching/punch.ts';
import { setOvertimeBasis } from './rules/basis.ts';
import { readPolicy, setPolicy } from './rules/payPolicy.ts';
import { getSheet } from './sheets/sheet.ts';
import type { ClockDb } from './tables.ts';
import { decideWeek } from './team/approve.ts';
import { exportTeam } from './team/export.ts';
import { getTeam } from './team/list.ts';
import type { TimeOffSource } from './timeOff.ts';

/** What modules above decide and know. */
interface ClockParts {
  places: PunchPlaces;
  locks: HoursLocks;
  timeOff: TimeOffSource;
}

/**
 * The time clock: punches to the millisecond, and the timesheets calculated from them. Punches are append-only;
 * corrections are added beside the originals. It must never round hours, lose a punch, or let anyone decide on
 * their own hours.
 */
export function timeClockModule(platform: Platform, { places, locks, timeOff }: ClockParts): void {
  const { routes } = platform;
  const db: ClockDb = platform.db;
  routes.add(calls.getClock, async ({ actor, ip }) =>
    getClock(db, actor, await places.findRefusals(db, ip)),
  );
  routes.add(calls.punch, punch(platform, places, locks));
  routes.add(sheets.getOwnSheet, async ({ actor, query }) => {
    const self = await findPersonById(db, actor.userId);
    if (!self) throw unauthenticated();
    return getSheet(db, actor, self, query.week, timeOff);
  });
  routes.add(sheets.getSheet, async ({ actor, params, query }) =>
    getSheet(db, actor, await getManagedPerson(db, actor, params.id), query.week, timeOff),
  );
  routes.add(corrections.listWaiting, ({ actor }) => listWaiting(db, actor));
  routes.add(corrections.correctHours, correctHours(platform, locks));
  routes.add(corrections.decideCorrection, decideCorrection(platform, locks));
  routes.add(sheets.getTeam, ({ actor, query }) => getTeam(db, actor, query, timeOff));
  routes.add(sheets.exportTeam, exportTeam(platform, timeOff));
  routes.add(sheets.decideWeek, decideWeek(platform));
  routes.add(rules.readPolicy, () => readPolicy(db));
  routes.add(rules.setPolicy, setPolicy(db, locks));
  routes.add(rules.setOvertimeBasis, setOvertimeBasis(platform, locks));
}
