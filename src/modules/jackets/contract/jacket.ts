import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  id,
  idParam,
  text,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import { checklistKinds, conditions, recordKinds } from './kinds.ts';
import { titleWork } from './titles.ts';

export const store = z.enum(stores);

/** `received`: filed for this record; `waived`: decided to do without; otherwise `missing`. */
const requirementStates = ['missing', 'received', 'waived'] as const;
export type RequirementState = (typeof requirementStates)[number];

const filedDocument = z.object({ documentId: z.number(), title: z.string(), addedAt: time });

const jacketItem = z.object({
  type: z.string(),
  condition: z.enum(conditions),
  state: z.enum(requirementStates),
  /** Those of this type that you may read, newest first. */
  documents: z.array(filedDocument),
  waiver: z.nullable(z.object({ by: z.string(), at: time, reason: z.string() })),
});
export type JacketItem = z.output<typeof jacketItem>;

export const stipulation = z.object({
  stipulationId: z.number(),
  text: z.string(),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  /** The type of the document that satisfies it; null: something else does. */
  type: z.nullable(z.string()),
  cleared: z.nullable(z.object({ by: z.string(), at: time, documentId: z.nullable(z.number()) })),
  addedBy: z.string(),
  version: z.number(),
});
export type Stipulation = z.output<typeof stipulation>;

const jacketStipulation = z.extend(stipulation, {
  /** What it can be cleared with, newest first. */
  documents: z.array(filedDocument),
});
export type JacketStipulation = z.output<typeof jacketStipulation>;

export const jacket = z.object({
  record: z.enum(recordKinds),
  recordId: z.number(),
  /** `Deal 10234`, `RO 88103` or the name of the employee. */
  title: z.string(),
  store: z.nullable(store),
  kind: z.enum(checklistKinds),
  /** The day it was signed, closed or hired; null: not yet, and its documents are not due. */
  since: z.nullable(z.string()),
  items: z.array(jacketItem),
  /** Of a deal with a lender, oldest due day first; open ones before those that are cleared. */
  stipulations: z.array(jacketStipulation),
  /** Of a delivered deal. */
  titleWork: z.nullable(titleWork),
  may: z.object({
    waive: z.boolean(),
    /** Upload a document for it. */
    file: z.boolean(),
    addStipulations: z.boolean(),
  }),
});
export type Jacket = z.output<typeof jacket>;

const record = { record: z.enum(recordKinds), recordId: idParam };

export const getJacket = endpoint({
  method: 'GET',
  path: '/api/jackets/of/:record/:recordId',
  summary: 'The jacket of a deal, a repair order or an employee: what it needs and what is there',
  access: 'signedIn',
  params: record,
  reply: jacket,
});

const waiver = { ...record, type: z.string().check(z.minLength(1), z.maxLength(40)) };

export const waiveRequirement = endpoint({
  method: 'PUT',
  path: '/api/jackets/of/:record/:recordId/waivers/:type',
  summary: 'Do without a missing document of a jacket, and say why',
  access: 'signedIn',
  params: waiver,
  body: { reason: text(200) },
  reply: jacket,
});

export const undoWaiver = endpoint({
  method: 'DELETE',
  path: '/api/jackets/of/:record/:recordId/waivers/:type',
  summary: 'Ask for a waived document again',
  access: 'signedIn',
  params: waiver,
  reply: jacket,
});

const stipulationFacts = {
  text: text(200),
  dueOn: calendarDate,
  type: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(40))), null),
};

export const addStipulation = endpoint({
  method: 'POST',
  path: '/api/jackets/of/deal/:dealId/stipulations',
  summary: 'Add what the lender wants before it pays; repeating the clientId returns the same one',
  access: 'signedIn',
  params: { dealId: idParam },
  body: { clientId: z.uuid(), ...stipulationFacts },
  reply: jacket,
  status: 201,
});

const stipulationParams = { stipulationId: idParam };

export const saveStipulation = endpoint({
  method: 'PUT',
  path: '/api/jackets/stipulations/:stipulationId',
  summary: 'Change an open stipulation; 409 if someone else changed it since `version`',
  access: 'signedIn',
  params: stipulationParams,
  body: { version, ...stipulationFacts },
  reply: jacket,
});

export const clearStipulation = endpoint({
  method: 'PUT',
  path: '/api/jackets/stipulations/:stipulationId/clearing',
  summary: 'Clear a stipulation, with the document that satisfies it if it asks for one',
  access: 'signedIn',
  params: stipulationParams,
  body: { version, documentId: z._default(z.nullable(id), null) },
  reply: jacket,
});

const versionQuery = { version: z.coerce.number().check(z.int(), z.minimum(0)) };

export const reopenStipulation = endpoint({
  method: 'DELETE',
  path: '/api/jackets/stipulations/:stipulationId/clearing',
  summary: 'Open a cleared stipulation again',
  access: 'signedIn',
  params: stipulationParams,
  query: versionQuery,
  reply: jacket,
});

export const removeStipulation = endpoint({
  method: 'DELETE',
  path: '/api/jackets/stipulations/:stipulationId',
  summary: 'Remove an open stipulation that the lender does not ask for',
  access: 'signedIn',
  params: stipulationParams,
  query: versionQuery,
  reply: jacket,
});
