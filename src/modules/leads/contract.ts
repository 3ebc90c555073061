import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam, instant, rowCount, time, version } from '../../platform/contract/fields.ts';
import * as l from './contract/lead.ts';

export const pageMaxSize = 100;
export const whose = ['mine', 'unassigned', 'all'] as const;

const filters = {
  /** The customer’s name, words of the car, or a stock number. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  store: z.optional(l.store),
  whose: z._default(z.enum(whose), 'all'),
  assigneeId: z.optional(idParam),
  sourceId: z.optional(idParam),
  type: z.optional(l.type),
};

const listFilters = {
  ...filters,
  status: z.optional(l.status),
  customerId: z.optional(idParam),
};

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/leads',
  reads: 'leads',
  summary: 'Leads of your stores, the latest received first',
  access: l.readAccess,
  query: {
    ...listFilters,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageMaxSize)), 50),
    /** The next page: `receivedAt` and `id` of the last row of this one. */
    before: z.optional(instant),
    beforeId: z.optional(idParam),
  },
  reply: z.array(l.lead),
});

export const countLeads = endpoint({
  method: 'GET',
  path: '/api/leads/count',
  summary: 'How many leads the filters leave, counted up to 10,000',
  access: l.readAccess,
  query: listFilters,
  reply: rowCount,
});

/** The board: what is open, by state; unanswered ones with the least time left first. */
export const getBoard = endpoint({
  method: 'GET',
  path: '/api/leads/board',
  reads: 'leads',
  summary:
    'Open leads of your stores by where they stand, and how the first answers went this month',
  access: l.readAccess,
  query: filters,
  reply: z.object({
    columns: z.array(z.object({ status: l.status, count: z.number(), leads: z.array(l.lead) })),
    /** Of the leads received this month, without duplicates. */
    month: z.object({
      received: z.number(),
      answered: z.number(),
      inTime: z.number(),
      /** Median seconds in open hours; null where none was answered. */
      medianSeconds: z.nullable(z.number()),
      appointments: z.number(),
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
  summary: 'One lead in full',
  access: l.readAccess,
  params,
  reply: l.leadPage,
});

export const addLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary: 'Write down that a customer wants a car; the same id again is the same lead',
  access: l.writeAccess,
  body: {
    clientId: z.uuid(),
    store: l.store,
    customerId: l.id,
    /** Left out: whoever’s turn it is, or nobody. */
    assigneeId: z.optional(z.nullable(l.id)),
    ...l.leadFacts,
  },
  reply: l.leadPage,
  status: 201,
});

export const saveLead = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId',
  summary: 'Save a lead over the version you hold; 409 when somebody saved another meanwhile',
  access: l.writeAccess,
  params,
  body: { version, ...l.leadFacts },
  reply: l.leadPage,
});

export const answerLead = endpoint({
  method: 'POST',
  path: '/api/leads/:leadId/answers',
  summary: 'Write down that somebody answered; the first one stops the clock',
  access: l.writeAccess,
  params,
  body: {
    clientId: z.uuid(),
    how: z.enum(l.answers),
    outcome: z.enum(l.outcomes),
    note: z._default(z.string().check(z.trim(), z.maxLength(2_000)), ''),
  },
  reply: l.leadPage,
});

export const assignLead = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/assignee',
  summary: 'Take a lead nobody has, or as manager give it to somebody',
  access: l.writeAccess,
  params,
  body: { version, assigneeId: z.nullable(l.id) },
  reply: l.leadPage,
});

export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/status',
  summary: 'Say where a lead stands',
  access: l.writeAccess,
  params,
  body: {
    version,
    status: l.status,
    /** With `lost`. */
    lostReason: z.optional(l.lostReason),
    note: z.optional(l.reason),
    /** With `appointment`: when; it stands on the customer’s page too. */
    appointmentAt: z.optional(instant),
  },
  reply: l.leadPage,
});

export const moveAppointment = endpoint({
  method: 'PUT',
  path: '/api/leads/:leadId/appointment',
  summary: 'Say when they come instead; the appointment on the customer’s page moves too',
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
  summary: 'The message a lead came as, word for word; managers of the store only',
  access: l.readAccess,
  params,
  reply: z.object({ text: z.string() }),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/leads/choices',
  summary: 'Your stores, who works there, where leads come from, and the time they live by',
  access: l.readAccess,
  reply: z.object({
    stores: z.array(l.store),
    staff: z.array(z.extend(l.person, { stores: z.array(l.store) })),
    sources: z.array(z.extend(l.person, { store: l.store })),
    may: z.object({
      write: z.boolean(),
      /** Give a new lead to somebody else. */
      assign: z.boolean(),
      manageSources: z.boolean(),
    }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;
