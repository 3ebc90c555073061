import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { addVisit, setVisitCustomer } from './arrival.ts';
import { endVisit } from './end.ts';
import { showroomTopic } from './publish.ts';
import type { ShowroomDb } from './tables.ts';
import { startTestDrive } from './test-drive.ts';
import { listVisits } from './visits.ts';
import { writeUpVisit } from './write-up.ts';

/**
 * The showroom: who came in, who helped them, and what came of it. A visit is one chain through the modules below: it
 * finds or adds the lead of its customer, its test drive is a check-out of the fleet, and its write-up opens the deal.
 * Each link is made in the transaction of its step, so that no step is noted that did not happen.
 */
export function showroomModule(platform: Platform): void {
  const { routes, limits } = platform;
  const db: ShowroomDb = platform.db;
  const writes = limits('showroom', 300, 60);
  showroomTopic.declare(platform.realtime);
  routes.add(calls.listVisits, ({ actor, query }) => listVisits(db, actor, query));
  routes.add(calls.addVisit, addVisit(platform, writes));
  routes.add(calls.setVisitCustomer, setVisitCustomer(platform, writes));
  routes.add(calls.startTestDrive, startTestDrive(platform, writes));
  routes.add(calls.writeUpVisit, writeUpVisit(platform, writes));
  routes.add(calls.endVisit, endVisit(platform, writes));
}
