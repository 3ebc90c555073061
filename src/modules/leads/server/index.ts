import { createTurns } from '../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import * as adfCalls from '../contract/adf.ts';
import * as settings from '../contract/settings.ts';
import * as calls from '../contract.ts';
import { forgetMessages } from './adf/deliveries.ts';
import { submitLeads } from './adf/submitLeads.ts';
import { announceLead } from './notify.ts';
import type { LeadParts } from './parts.ts';
import { leadTopic } from './publish.ts';
import { getBoard } from './reading/board.ts';
import { getLead, getRaw } from './reading/find.ts';
import { countLeads, getChoices, listLeads } from './reading/list.ts';
import { setAccepting, setLeadRouting } from './routing/change.ts';
import { listLeadRouting } from './routing/list.ts';
import { setResponseClock } from './routing/response-clock.ts';
import { addSource, changeSource, createSourceKey } from './sources/change.ts';
import { getDeliveryText, listDeliveries, listSources } from './sources/list.ts';
import { moveAppointment } from './status/appointment.ts';
import { markNoShow } from './status/no-show.ts';
import { markOverdueLeads } from './status/overdue.ts';
import { setRemote } from './status/remote.ts';
import { setStatus } from './status/status.ts';
import type { LeadsDb } from './tables.ts';
import { addLead } from './writing/add.ts';
import { answerLead } from './writing/answer.ts';
import { assignLead } from './writing/assign.ts';
import { saveLead } from './writing/save.ts';

/**
 * Leads: who wants a vehicle, who is assigned, and how fast they respond within opening hours. Visible to
 * everyone who works at the store. An incoming lead must never be lost, duplicated or assigned twice, and its
 * original message is readable only for managers of the store.
 */
export function leadsModule(platform: Platform, parts: LeadParts): void {
  const { routes, limits, jobs } = platform;
  const writes = limits('leads', 300, 60);
  const db: LeadsDb = platform.db;
  // Incoming leads wait for the routing row of their store anyway; waiting here holds no database connection.
  const arrivals = createTurns(2);
  leadTopic.declare(platform.realtime);
  routes.add(calls.listLeads, ({ actor, query }) => listLeads(db, actor, query));
  routes.add(calls.countLeads, ({ actor, query }) => countLeads(db, actor, query));
  routes.add(calls.getBoard, ({ actor, query }) => getBoard(db, actor, query));
  routes.add(calls.getChoices, ({ actor }) => getChoices(db, actor, parts));
  routes.add(calls.getLead, ({ actor, params }) => getLead(db, actor, params.leadId));
  routes.add(calls.getRaw, ({ actor, params }) => getRaw(db, actor, params.leadId));
  routes.add(calls.addLead, addLead(platform, parts, writes, arrivals));
  routes.add(calls.saveLead, saveLead(platform, writes));
  routes.add(calls.answerLead, answerLead(platform, writes));
  routes.add(calls.assignLead, assignLead(platform, parts, writes));
  routes.add(calls.setStatus, setStatus(platform, parts.absences, writes));
  routes.add(calls.moveAppointment, moveAppointment(platform, parts.absences, writes));
  routes.add(calls.markNoShow, markNoShow(platform, writes));
  routes.add(calls.setRemote, setRemote(platform, writes));
  routes.add(settings.listLeadRouting, ({ actor }) => listLeadRouting(db, actor));
  routes.add(settings.setLeadRouting, setLeadRouting(platform, writes));
  routes.add(settings.setResponseClock, setResponseClock(platform, writes));
  routes.add(settings.setAccepting, setAccepting(platform, writes));
  routes.add(settings.listSources, ({ actor }) => listSources(db, actor));
  routes.add(settings.addSource, addSource(platform, writes));
  routes.add(settings.changeSource, changeSource(platform, writes));
  routes.add(settings.createSourceKey, createSourceKey(platform, writes));
  routes.add(settings.listDeliveries, ({ actor, params, query }) =>
    listDeliveries(db, actor, params.sourceId, query.before),
  );
  routes.add(settings.getDeliveryText, ({ actor, params }) => getDeliveryText(db, actor, params));
  routes.add(adfCalls.submitLeads, submitLeads(platform, parts, arrivals));
  jobs.define('leads.announce', (payload) => announceLead(platform, payload));
  jobs.schedule('leads.forget', '40 9 * * *', () => forgetMessages(db));
  jobs.schedule('leads.late', '* * * * *', () => markOverdueLeads(platform));
}
