import type { Platform } from '../../../platform/server/platform.ts';
import * as feed from '../contract/feed.ts';
import * as offers from '../contract/offers.ts';
import * as plans from '../contract/plan.ts';
import * as shifts from '../contract/shift.ts';
import * as week from '../contract/week.ts';
import { alertManagers } from './alerts.ts';
import type { AwaySource } from './away.ts';
import { getFeed, renewFeed, stopFeed } from './feed.ts';
import { decideOffer, declineOffer, takeOffer, withdrawOffer } from './offers/answer.ts';
import { expireOffers } from './offers/expire.ts';
import { listCandidates, offerShift } from './offers/offer.ts';
import { getPlan, savePlan } from './plans.ts';
import { scheduleTopic } from './publish.ts';
import { getAttendance } from './reading/attendance.ts';
import { getMySchedule, listNextShifts, listOffers } from './reading/mine.ts';
import { getWeek, listPlaces } from './reading/week.ts';
import type { ScheduleServices } from './services.ts';
import { addShifts } from './writing/add.ts';
import { removeShift, saveShift } from './writing/change.ts';
import { copyWeek } from './writing/copy.ts';
import { publishWeek } from './writing/publish-week.ts';

/**
 * Schedules: who works when, at which store and in which department. A shift is a draft until its week is published;
 * only those who plan the schedule see drafts. The clock says who is in, and is never changed from here. No one
 * approves a swap they take part in.
 */
export function schedulesModule(platform: Platform, awayAmong: AwaySource): void {
  const { routes, limits, jobs, db } = platform;
  const services: ScheduleServices = {
    ...{ platform, db, awayAmong },
    writes: limits('schedules', 300, 60),
  };
  scheduleTopic.declare(platform.realtime);
  routes.add(week.listPlaces, listPlaces(db));
  routes.add(week.getWeek, getWeek(services));
  routes.add(week.getMySchedule, getMySchedule(db));
  routes.add(week.listNextShifts, listNextShifts(db));
  routes.add(week.getAttendance, getAttendance(services));
  routes.add(shifts.addShifts, addShifts(services));
  routes.add(shifts.saveShift, saveShift(services));
  routes.add(shifts.removeShift, removeShift(services));
  routes.add(shifts.copyWeek, copyWeek(services));
  routes.add(shifts.publishWeek, publishWeek(services));
  routes.add(plans.getPlan, getPlan(db));
  routes.add(plans.savePlan, savePlan(platform, services.writes));
  routes.add(offers.listCandidates, listCandidates(services));
  routes.add(offers.offerShift, offerShift(services));
  routes.add(offers.listOffers, listOffers(db));
  routes.add(offers.takeOffer, takeOffer(services));
  routes.add(offers.declineOffer, declineOffer(services));
  routes.add(offers.withdrawOffer, withdrawOffer(services));
  routes.add(offers.decideOffer, decideOffer(services));
  routes.add(feed.renewFeed, renewFeed(services));
  routes.add(feed.stopFeed, stopFeed(services));
  routes.add(feed.getFeed, getFeed(services, limits('schedule-feed', 120, 60)));
  jobs.schedule('schedules.alert', '* * * * *', () => alertManagers(services));
  jobs.schedule('schedules.expire-offers', '* * * * *', () => expireOffers(services));
}
