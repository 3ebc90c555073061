import type { Platform } from '../../../platform/server/platform.ts';
import * as exports from '../contract/exports.ts';
import * as review from '../contract/review.ts';
import * as schedule from '../contract/schedule.ts';
import { listCodes, setCodes, setNumber } from './exporting/codes.ts';
import { checkExport, downloadExport, exportPeriod, listExports } from './exporting/export.ts';
import { getPeriod, listPeriods } from './locking/board.ts';
import { lockPeriod } from './locking/lock.ts';
import type { Parts } from './parts.ts';
import type { TimeOffSource } from './people/timeOff.ts';
import { approvePeriods } from './reviewing/approve.ts';
import { getPersonPeriod } from './reviewing/person.ts';
import { getTeamPeriod } from './reviewing/team.ts';
import { addSchedule, getSchedules } from './schedule/change.ts';
import { answerObjection } from './signing/answer.ts';
import { getOwnPeriod } from './signing/own.ts';
import { reviewTopic } from './signing/publish.ts';
import { remindToSign } from './signing/remind.ts';
import { signPeriod } from './signing/sign.ts';

/**
 * Payroll: from the hours of a pay period to the file that the payroll provider imports. Employees sign their hours,
 * managers approve them, payroll locks and exports them. It must never know a rate, pay an hour twice or not at all,
 * change what someone signed, or let anyone approve their own hours.
 */
export function payrollModule(platform: Platform, timeOff: TimeOffSource): void {
  const { routes } = platform;
  const db: Parts['db'] = platform.db as Parts['db'];
  const parts: Parts = { platform, db, timeOff };
  routes.add(schedule.getSchedules, ({ actor }) => getSchedules(db, actor));
  routes.add(schedule.addSchedule, addSchedule(platform));
  routes.add(review.getOwnPeriod, getOwnPeriod(parts));
  routes.add(review.signPeriod, signPeriod(parts));
  routes.add(review.getTeamPeriod, getTeamPeriod(parts));
  routes.add(review.getPersonPeriod, getPersonPeriod(parts));
  routes.add(review.approvePeriods, approvePeriods(parts));
  routes.add(review.answerObjection, answerObjection(parts));
  routes.add(review.listPeriods, listPeriods(parts));
  routes.add(review.getPeriod, getPeriod(parts));
  routes.add(review.lockPeriod, lockPeriod(parts));
  routes.add(exports.listCodes, listCodes(parts));
  routes.add(exports.setCodes, setCodes(parts));
  routes.add(exports.setNumber, setNumber(parts));
  routes.add(exports.listExports, listExports(parts));
  routes.add(exports.checkExport, checkExport(parts));
  routes.add(exports.exportPeriod, exportPeriod(parts));
  routes.add(exports.downloadExport, downloadExport(parts));
  reviewTopic.declare(platform.realtime);
  remindToSign(parts);
}
