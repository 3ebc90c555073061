import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  freeText,
  id,
  idParam,
  message,
  reference,
  text,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import { reportQuery } from '../contract.ts';
import { readAccess, reportId } from './report.ts';

export const viewName = text(60);
export const viewsMax = 100;
export const recipientsMax = 50;

/** When a view is emailed, in the group time zone. */
export const schedule = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  /** 0 is Sunday; `week` only. */
  weekday: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(6))),
  /** `month` only; clamped to the last day of a shorter month. */
  day: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(31))),
  hour: z.number().check(z.int(), z.minimum(0), z.maximum(23)),
  recipientIds: z.array(id).check(z.minLength(1), z.maxLength(recipientsMax)),
});
export type Schedule = z.output<typeof schedule>;

export const view = z.object({
  id: z.number(),
  name: z.string(),
  report: reportId,
  question: z.object(reportQuery),
  /** Visible to everyone who may read the report. */
  isShared: z.boolean(),
  owner: reference,
  version: z.number(),
  schedule: z.nullable(
    z.object({
      every: z.enum(['day', 'week', 'month']),
      weekday: z.optional(z.number()),
      day: z.optional(z.number()),
      hour: z.number(),
      recipients: z.array(reference),
      nextAt: time,
      lastSentAt: z.nullable(time),
    }),
  ),
  may: z.object({ change: z.boolean() }),
  /** Whether the user receives it by email. */
  isReceived: z.boolean(),
});
export type View = z.output<typeof view>;

const params = { viewId: idParam };
const facts = {
  name: viewName,
  report: reportId,
  question: z.strictObject(reportQuery),
  isShared: z.boolean(),
};

export const listViews = endpoint({
  method: 'GET',
  path: '/api/report-views',
  summary: 'Your saved views, views shared with you and views you receive by email',
  access: readAccess,
  reply: z.array(view),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/api/report-views',
  summary: 'Save a view; repeating a client id returns the same view',
  access: readAccess,
  body: { clientId: z.uuid(), ...facts },
  reply: view,
  status: 201,
});

export const changeView = endpoint({
  method: 'PUT',
  path: '/api/report-views/:viewId',
  summary: 'Change one of your views',
  access: readAccess,
  params,
  body: { ...facts, version },
  reply: view,
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/report-views/:viewId',
  summary: 'Delete one of your views and its schedule',
  access: readAccess,
  params,
  reply: message,
});

export const scheduleView = endpoint({
  method: 'PUT',
  path: '/api/report-views/:viewId/schedule',
  summary: 'Email one of your views on a schedule; null stops it',
  access: readAccess,
  params,
  body: { schedule: z.nullable(schedule), version },
  reply: view,
});

export const sendView = endpoint({
  method: 'POST',
  path: '/api/report-views/:viewId/send',
  summary: 'Email a view to yourself now',
  access: readAccess,
  params,
  reply: message,
});

export const leaveView = endpoint({
  method: 'DELETE',
  path: '/api/report-views/:viewId/recipients/me',
  summary: 'Stop receiving a view by email',
  access: readAccess,
  params,
  reply: message,
});

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/report-recipients',
  summary: 'Find people who may receive reports',
  access: readAccess,
  query: { q: freeText(100) },
  reply: z.array(reference),
});
