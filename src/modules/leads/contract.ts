import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  freeText,
  id,
  idParam,
  instant,
  nextPage,
  pageLimit,
  reference,
  rowCount,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { staffProblems } from '../../platform/contract/staff.ts';
import * as l from './contract/lead.ts';

export const pageMaxSize = 100;
export const whose = ['mine', 'unassigned', 'all'] as const;

const filters = {
  /** Words of the vehicles of interest, VIN or its end, stock number, customer’s name, phone or email. */
  q: freeText(100),
  store: z.optional(l.store),
  whose: z._default(z.enum(whose), 'all'),
  assigneeId: z.optional(idParam),
  sourceId: z.optional(idParam),
  type: z.optional(l.type),
};

/** Leads whose response clock runs, and those of them that are overdue. */
export const clockFilters = ['running', 'overdue'] as const;

const listFilters = {
  ...filters,
  status: z.optional(l.status),
  clock: z.optional(z.enum(clockFilters)),
  customerId: z.optional(idParam),
};

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/leads',
  reads: 'leads',
  summary: 'List leads of your stores, latest received first',
  access: l.readAccess,
  query: {
    ...listFilters,
    limit: pageLimit(pageMaxSize),
    /** By `receivedAt`. */
    ...nextPage,
  },
  reply: z.array(l.lead),
});

export const countLeads = endpoint({
  method: 'GET',
  path: '/api/leads/count',
  summary: 'Count the leads that match the filters, up to 10,000',
  access: l.readAccess,
  query: listFilters,
  reply: rowCount,
});

/** Open leads by status; those whose clock runs first, by time left. */
export const getBoard = endpoint({
  method: 'GET',
  path: '/api/leads/board',
  reads: 'leads',
  summary: 'Get the open leads of your stores by status, and response figures for this month',
  access: l.readAccess,
  query: filters,
  reply: z.object({
    columns: z.array(z.object({ status: l.status, count: z.number(), leads: z.array(l.lead) })),
    /** Of the leads received this month, without duplicates. */
    month: z.object({
      received: z.number(),
      /** Customers who were reached. */
      contacted: z.number(),
      inTime: z.number(),
      /** Median time of the response clock in opening hours; null if none has stopped. */
      medianSeconds: z.nullable(z.number()),
      appointments: z.number(),
      /** Came to the store; includes every sale that was not remote. */
      showed: z.number(),
      sold: z.number(),
    }),
    serverTime: time,
  }),
});
export type Board = z.output<(typeof getBoard)['reply']>;

const params = { leadId: idParam };

export const getLead = endpoint({
  method: 'GET',
  path: '/api/leads/:leadId',
  reads: 'leads',
  summary: 'Get a lead with all its details',
  access: l.readAccess,
  params,
  reply: l.leadPage,
});

export const addLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary: 'Add a lead; the same client id returns the same lead',
  access: l.writeAccess,
  body: {
    clientId: z.uuid(),
    store: l.store,
    customerId: id,
    /** Omitted: the next in rotation, or no one. */
    assigneeId: z.optional(z.nullable(id)),
    ...l.leadFacts,
  },
  reply: l.leadPage,
  status: 201,
});

export const saveLead = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId',
  summary: 'Save a lead at the version you loaded; 409 if someone else saved it since',
  access: l.writeAccess,
  params,
  body: { version, ...l.leadFacts },
  reply: l.leadPage,
});

export const answerLead = endpoint({
  method: 'POST',
  path: '/api/leads/:leadId/answers',
  summary: 'Log an attempt or a contact; the first attempt or the first contact stops the clock',
  access: l.writeAccess,
  params,
  body: {
    clientId: z.uuid(),
    how: z.enum(l.answers),
    outcome: z.enum(l.outcomes),
    note: freeText(2_000),
  },
  reply: l.leadPage,
});

export const assignLead = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/assignee',
  summary: 'Claim an unassigned lead, or assign it as a manager',
  access: l.writeAccess,
  params,
  body: { version, assigneeId: z.nullable(id) },
  reply: l.leadPage,
});

export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/status',
  summary: 'Change the status of a lead',
  access: l.writeAccess,
  params,
  body: {
    version,
    status: l.status,
    /** With `lost`. */
    lostReason: z.optional(l.lostReason),
    note: z.optional(l.reason),
    /** With `appointment`: its time; also added to the customer record. */
    appointmentAt: z.optional(instant),
    /** With `sold`: the customer did not come to the store. */
    isRemote: z.optional(z.boolean()),
  },
  reply: l.leadPage,
});

export const markNoShow = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/no-show',
  summary: 'Mark the appointment of a lead as missed, also in the customer record',
  access: l.writeAccess,
  params,
  body: { version },
  reply: l.leadPage,
});

export const setRemote = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/remote',
  summary: 'Mark a sold lead as sold remotely: it then does not count as showed without a visit',
  access: l.writeAccess,
  params,
  body: { version, isRemote: z.boolean() },
  reply: l.leadPage,
});

export const moveAppointment = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/appointment',
  summary: 'Reschedule the appointment of a lead, also in the customer record',
  access: l.writeAccess,
  params,
  body: {
    version,
    appointmentAt: instant,
    note: z.optional(l.reason),
  },
  reply: l.leadPage,
});

export const getRaw = endpoint({
  method: 'GET',
  path: '/api/leads/:leadId/raw',
  reads: 'leads',
  summary: 'Get the original message of a lead; managers of the store only',
  access: l.readAccess,
  params,
  reply: z.object({ text: z.string() }),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/leads/choices',
  summary: 'List your stores, their staff and their lead sources',
  access: l.readAccess,
  reply: z.object({
    stores: z.array(l.store),
    /** `problems`: why they may not sell. */
    staff: z.array(z.extend(reference, { stores: z.array(l.store), problems: staffProblems })),
    sources: z.array(z.extend(reference, { store: l.store })),
    may: z.object({
      write: z.boolean(),
      /** Assign a lead to someone else. */
      assign: z.boolean(),
      manageSources: z.boolean(),
      /** Set what stops the response clock. */
      setClock: z.boolean(),
      createDeal: z.boolean(),
    }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;
