import { createTurns } from '../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { handInLeads } from '../contract/adf.ts';
import * as settings from '../contract/settings.ts';
import * as calls from '../contract.ts';
import { forgetMessages } from './adf/forget.ts';
import { handingIn } from './adf/hand-in.ts';
import { noteLate } from './clock/late.ts';
import { readBoard } from './reading/board.ts';
import { choicesOf } from './reading/choices.ts';
import { getPage } from './reading/find.ts';
import { countMatching, listPage } from './reading/list.ts';
import { getRawText } from './reading/raw.ts';
import { keyMaking, sourceAddition, sourceChange } from './sources/change.ts';
import { getDeliveryText, listDeliveries, listSources } from './sources/list.ts';
import { appointmentMove } from './standing/appointment.ts';
import { statusChange } from './standing/status.ts';
import type { LeadsDb } from './tables.ts';
import { announceLead } from './telling/announce.ts';
import { addTopics } from './telling/topics.ts';
import { acceptingChange, deskChange } from './turns/change.ts';
import { listDesks } from './turns/desks.ts';
import { adding } from './writing/add.ts';
import { answering } from './writing/answer.ts';
import { assigning } from './writing/assign.ts';
import { saving } from './writing/save.ts';

/**
 * Leads: who wants a car, who answers, and how soon by the hours the store is open. A lead is there for
 * whoever works in its store. It must never be lost or doubled on its way in, never be two people’s turn,
 * and nobody’s message leaves here word for word but to a manager of the store.
 */
export function leadsModule(platform: Platform): void {
  const { routes, limits, jobs } = platform;
  const writes = limits('leads', 300, 60);
  const db: LeadsDb = platform.db;
  // They wait for the row of their desk anyway: here they hold no connection meanwhile.
  const arrivals = createTurns(2);
  addTopics(platform);
  routes.add(calls.listLeads, ({ actor, query }) => listPage(db, actor, query));
  routes.add(calls.countLeads, ({ actor, query }) => countMatching(db, actor, query));
  routes.add(calls.getBoard, ({ actor, query }) => readBoard(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => choicesOf(db, actor));
  routes.add(calls.getLead, ({ actor, params }) => getPage(db, actor, params.leadId));
  routes.add(calls.getRaw, ({ actor, params }) => getRawText(db, actor, params.leadId));
  routes.add(calls.addLead, adding(platform, writes, arrivals));
  routes.add(calls.saveLead, saving(platform, writes));
  routes.add(calls.answerLead, answering(platform, writes));
  routes.add(calls.assignLead, assigning(platform, writes));
  routes.add(calls.setStatus, statusChange(platform, writes));
  routes.add(calls.moveAppointment, appointmentMove(platform, writes));
  routes.add(settings.listDesks, ({ actor }) => listDesks(db, actor));
  routes.add(settings.setDesk, deskChange(platform, writes));
  routes.add(settings.setAccepting, acceptingChange(platform, writes));
  routes.add(settings.listSources, ({ actor }) => listSources(db, actor));
  routes.add(settings.addSource, sourceAddition(platform, writes));
  routes.add(settings.changeSource, sourceChange(platform, writes));
  routes.add(settings.makeKey, keyMaking(platform, writes));
  routes.add(settings.listDeliveries, ({ actor, params, query }) =>
    listDeliveries(db, actor, params.sourceId, query.before),
  );
  routes.add(settings.getDeliveryText, ({ actor, params }) => getDeliveryText(db, actor, params));
  routes.add(handInLeads, handingIn(platform, arrivals));
  jobs.define('leads.announce', (payload) => announceLead(platform, payload));
  jobs.schedule('leads.forget', '40 9 * * *', () => forgetMessages(db));
  jobs.schedule('leads.late', '* * * * *', () => noteLate(platform));
}
