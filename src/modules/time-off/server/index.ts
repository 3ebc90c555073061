import type { Platform } from '../../../platform/server/platform.ts';
import * as balances from '../contract/balances.ts';
import * as calendar from '../contract/calendar.ts';
import * as requests from '../contract/requests.ts';
import * as settings from '../contract/rules.ts';
import * as calls from '../contract.ts';
import { syncStatuses } from './away/statuses.ts';
import { adjustBalance } from './ledger/adjust.ts';
import { getAvailable, getBalances, listLedger } from './ledger/balances.ts';
import { defineLedgerJobs } from './ledger/jobs.ts';
import { setWeek } from './ledger/week.ts';
import type { TimeOffLocks } from './locks.ts';
import { getCalendar } from './people/calendar.ts';
import { getChoices } from './people/choices.ts';
import { countPeopleBalances, exportBalances, listPeopleBalances } from './people/table.ts';
import {
  countApprovals,
  getPreview,
  getRequestPage,
  listApprovals,
  listRequests,
} from './requests/reading.ts';
import { addRequest, decideRequest, endRequest } from './requests/writing.ts';
import type { Services } from './services.ts';
import { addBlackout, addHoliday, removeBlackout, removeHoliday } from './settings/days.ts';
import { addKind, saveKind } from './settings/kinds.ts';
import { getSettings } from './settings/reading.ts';
import { addRule, removeRule, saveRule } from './settings/rules.ts';
import type { TimeOffDb } from './tables.ts';

/**
 * Time off: balances that accrue by rule, requests and their approval, and who is away. A balance is the sum of a
 * ledger that is only ever added to; calculating it again adds nothing. No one decides on their own request, and
 * colleagues only ever learn that someone is away.
 */
export function timeOffModule(platform: Platform, locks: TimeOffLocks): void {
  const { routes, limits, jobs } = platform;
  const db: TimeOffDb = platform.db;
  const services: Services = { platform, db, writes: limits('time-off', 300, 60) };
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor));
  routes.add(balances.getBalances, ({ actor, query }) => getBalances(db, actor, query.userId));
  routes.add(balances.listLedger, ({ actor, query }) => listLedger(db, actor, query));
  routes.add(balances.getAvailable, ({ actor, query }) => getAvailable(db, actor, query));
  routes.add(balances.adjustBalance, adjustBalance(services));
  routes.add(balances.setWeek, setWeek(services));
  routes.add(balances.listPeopleBalances, ({ actor, query }) =>
    listPeopleBalances(db, actor, query),
  );
  routes.add(balances.countPeopleBalances, ({ actor, query }) =>
    countPeopleBalances(db, actor, query),
  );
  routes.add(balances.exportBalances, exportBalances(services));
  routes.add(requests.getPreview, ({ actor, query }) => getPreview(db, actor, query));
  routes.add(requests.addRequest, addRequest(services, locks));
  routes.add(requests.decideRequest, decideRequest(services, locks));
  routes.add(requests.endRequest, endRequest(services, locks));
  routes.add(requests.getRequest, ({ actor, params }) =>
    getRequestPage(db, actor, params.requestId),
  );
  routes.add(requests.listRequests, ({ actor, query }) => listRequests(db, actor, query));
  routes.add(requests.listApprovals, ({ actor, query }) => listApprovals(db, actor, query.scope));
  routes.add(requests.countApprovals, ({ actor }) => countApprovals(db, actor));
  routes.add(calendar.getCalendar, ({ actor, query }) => getCalendar(db, actor, query));
  routes.add(settings.getSettings, ({ actor }) => getSettings(db, actor));
  routes.add(settings.addKind, addKind(services));
  routes.add(settings.saveKind, saveKind(services));
  routes.add(settings.addRule, addRule(services));
  routes.add(settings.saveRule, saveRule(services));
  routes.add(settings.removeRule, removeRule(services));
  routes.add(settings.addHoliday, addHoliday(services));
  routes.add(settings.removeHoliday, removeHoliday(services));
  routes.add(settings.addBlackout, addBlackout(services));
  routes.add(settings.removeBlackout, removeBlackout(services));
  defineLedgerJobs(services);
  jobs.schedule('time-off.statuses', '*/5 * * * *', () => syncStatuses(services));
}
