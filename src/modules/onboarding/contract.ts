import * as z from 'zod/mini';
import { department, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  pageLimit,
  reference,
  rowCount,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { itemInput, itemKinds, leaveReasons, owners, runKinds } from './contract/kinds.ts';

const store = z.enum(stores);

export const pageMaxSize = 200;
const page = {
  limit: pageLimit(pageMaxSize),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
};

/** What becomes of things of one kind: they go to someone, or end with the employee. */
const handoverActs = ['move', 'cancel', 'end'] as const;
export type HandoverAct = (typeof handoverActs)[number];

const itemStates = ['open', 'done', 'skipped'] as const;
export type ItemState = (typeof itemStates)[number];

/** What the system knows about an item that it checks. */
const check = z.object({ isMet: z.boolean(), text: z.string() });

const item = z.object({
  id: z.number(),
  title: z.string(),
  note: z.string(),
  kind: z.enum(itemKinds),
  owner: z.enum(owners),
  /** Who it is now; several for HR and IT, whose names are not listed. */
  ownerPerson: z.nullable(reference),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  state: z.enum(itemStates),
  /** Null while it is open. `by` null: the system. */
  decided: z.nullable(
    z.object({ by: z.nullable(z.string()), at: time, reason: z.nullable(z.string()) }),
  ),
  version: z.number(),
  may: z.object({ decide: z.boolean(), edit: z.boolean() }),
});
export type Item = z.output<typeof item>;

const runItem = z.extend(item, { check: z.nullable(check) });
export type RunItem = z.output<typeof runItem>;

const runRow = z.object({
  id: z.number(),
  kind: z.enum(runKinds),
  employee: z.object({ id: z.nullable(z.number()), name: z.string() }),
  jobTitle: z.string(),
  store: z.nullable(store),
  department: z.nullable(department),
  manager: z.nullable(reference),
  /** The first or the last day. */
  day: z.string(),
  /** When the account ends. */
  endsAt: z.nullable(time),
  endedAt: z.nullable(time),
  /** When the account of a new hire starts by itself, and when it did. */
  startsAt: z.nullable(time),
  startedAt: z.nullable(time),
  done: z.number(),
  total: z.number(),
  overdue: z.number(),
  outcome: z.nullable(z.enum(['done', 'canceled'])),
});
export type RunRow = z.output<typeof runRow>;

const runEvent = z.object({
  id: z.number(),
  at: time,
  by: z.nullable(z.string()),
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('started'), day: z.string() }),
    z.object({ kind: z.literal('day'), from: z.string(), to: z.string() }),
    z.object({ kind: z.literal('linked'), to: z.string() }),
    z.object({
      kind: z.literal('item'),
      title: z.string(),
      state: z.enum(itemStates),
      reason: z.nullable(z.string()),
    }),
    z.object({
      kind: z.literal('items'),
      added: z.nullable(z.string()),
      removed: z.nullable(z.string()),
    }),
    z.object({ kind: z.literal('comment'), text: z.string() }),
    z.object({ kind: z.literal('ended') }),
    z.object({ kind: z.literal('end_failed'), why: z.string() }),
    z.object({
      kind: z.literal('account_start'),
      /** `account_changed`: it is not planned anymore, because the account was changed. */
      state: z.enum(['planned', 'canceled', 'account_changed', 'started']),
    }),
    z.object({ kind: z.literal('start_failed'), why: z.string() }),
    z.object({
      kind: z.literal('moved'),
      what: z.string(),
      count: z.number(),
      /** Null: it was canceled, or ended where `isEnded`. */
      to: z.nullable(z.string()),
      isEnded: z.optional(z.boolean()),
    }),
    z.object({
      kind: z.literal('closed'),
      outcome: z.enum(['done', 'canceled']),
      reason: z.nullable(z.string()),
    }),
    z.object({ kind: z.literal('reopened') }),
  ]),
});
export type RunEvent = z.output<typeof runEvent>;

const run = z.extend(runRow, {
  note: z.string(),
  /** For HR alone. */
  hr: z.nullable(
    z.object({ reason: z.nullable(z.enum(leaveReasons)), mayReturn: z.nullable(z.boolean()) }),
  ),
  /** The wall time at which the account ends, in the group's time zone: `17:00`. */
  endTime: z.nullable(z.string()),
  items: z.array(runItem),
  /** Issued to the employee and not returned. */
  equipment: z.array(z.object({ id: z.number(), name: z.string(), serial: z.string() })),
  /** How much the employee still has or is responsible for; null unless they leave, or you may not hand it over. */
  handover: z.nullable(z.number()),
  /** Latest first. */
  events: z.array(runEvent),
  version: z.number(),
  may: z.object({
    edit: z.boolean(),
    cancel: z.boolean(),
    /** Nothing is open, and yet no task was the last one. */
    finish: z.boolean(),
    endNow: z.boolean(),
    link: z.boolean(),
    /** Plan that the account starts by itself, or cancel that. */
    planStart: z.boolean(),
    handOver: z.boolean(),
    comment: z.boolean(),
  }),
});
export type Run = z.output<typeof run>;

const template = z.object({
  id: z.number(),
  kind: z.enum(runKinds),
  name: z.string(),
  store: z.nullable(store),
  department: z.nullable(department),
  jobTitle: z.string(),
  items: z.array(
    z.object({
      title: z.string(),
      note: z.string(),
      kind: z.enum(itemKinds),
      owner: z.enum(owners),
      ownerId: z.nullable(z.number()),
      dueDays: z.number(),
    }),
  ),
  version: z.number(),
});
export type Template = z.output<typeof template>;

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/onboarding/choices',
  summary: 'What you may do with onboarding, and who works here',
  access: 'signedIn',
  reply: z.object({
    /** The stores of the employees whose runs you keep as HR; none: you don't. */
    stores: z.array(store),
    may: z.object({ start: z.boolean(), see: z.boolean() }),
    /** Active employees, for owners and managers. */
    staff: z.array(reference),
    /** Those you may start a run for. */
    employees: z.array(
      z.extend(reference, {
        jobTitle: z.string(),
        store: z.nullable(store),
        department: z.nullable(department),
        manager: z.nullable(reference),
        hiredOn: z.nullable(z.string()),
        /** Why they can't be offboarded; null: they can. */
        refusal: z.nullable(z.string()),
        hasOpenRun: z.boolean(),
      }),
    ),
    today: z.string(),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

const runFilters = {
  scope: z._default(z.enum(['open', 'closed']), 'open'),
  kind: z.optional(z.enum(runKinds)),
  store: z.optional(store),
  q: freeText(100),
};

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/onboarding/runs',
  summary: 'Onboardings and offboardings of your stores, or of the people who report to you',
  access: 'signedIn',
  query: { ...runFilters, ...page },
  reply: z.array(runRow),
});

export const countRuns = endpoint({
  method: 'GET',
  path: '/api/onboarding/runs/count',
  summary: 'Number of onboardings and offboardings that match',
  access: 'signedIn',
  query: runFilters,
  reply: rowCount,
});

export const listRunsOf = endpoint({
  method: 'GET',
  path: '/api/onboarding/employees/:employeeId/runs',
  summary: 'The onboardings and offboardings of an employee; a colleague gets none',
  access: 'signedIn',
  params: { employeeId: idParam },
  reply: z.array(runRow),
});

const leaving = {
  reason: z._default(z.nullable(z.enum(leaveReasons)), null),
  mayReturn: z._default(z.nullable(z.boolean()), null),
  /** When the account ends on the last day, in the group's time zone; the end of the day without it. */
  endTime: z._default(
    z.nullable(
      z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 17:00')),
    ),
    null,
  ),
  note: freeText(1000),
};

const hire = z.strictObject({
  name: text(200),
  jobTitle: freeText(100),
  store: z._default(z.nullable(store), null),
  department: z._default(z.nullable(department), null),
  managerId: z._default(z.nullable(id), null),
});

export const startRun = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs',
  summary: 'Start an onboarding or an offboarding; repeating the clientId returns the same one',
  access: 'signedIn',
  body: {
    clientId: z.uuid(),
    kind: z.enum(runKinds),
    /** An employee, or a new hire without an account. */
    employeeId: z._default(z.nullable(id), null),
    hire: z._default(z.nullable(hire), null),
    day: calendarDate,
    /** Its items; null: the list begins empty. */
    templateId: z._default(z.nullable(id), null),
    ...leaving,
  },
  reply: run,
  status: 201,
});

const runParams = { runId: idParam };

export const getRun = endpoint({
  method: 'GET',
  path: '/api/onboarding/runs/:runId',
  summary:
    'An onboarding or offboarding with its items, what the system checks, and what is still out',
  access: 'signedIn',
  params: runParams,
  reply: run,
});

export const saveRun = endpoint({
  method: 'PUT',
  path: '/api/onboarding/runs/:runId',
  summary: 'Change the day, which moves the due days, and what HR says about it',
  access: 'signedIn',
  params: runParams,
  body: { version, day: calendarDate, ...leaving },
  reply: run,
});

export const linkAccount = endpoint({
  method: 'PUT',
  path: '/api/onboarding/runs/:runId/employee',
  summary: 'Say which account a new hire has',
  access: 'signedIn',
  params: runParams,
  body: { version, employeeId: id },
  reply: run,
});

export const listNewAccounts = endpoint({
  method: 'GET',
  path: '/api/onboarding/runs/:runId/new-accounts',
  summary: 'Accounts that were never active and would start with the first day once you link them',
  access: 'signedIn',
  params: runParams,
  /** Empty unless you manage accounts. */
  reply: z.array(reference),
});

export const setAccountStart = endpoint({
  method: 'PUT',
  path: '/api/onboarding/runs/:runId/account-start',
  summary: 'Plan that the new account of a new hire starts with the first day, or cancel that',
  access: { admin: 'user_management' },
  params: runParams,
  body: { version, isPlanned: z.boolean() },
  reply: run,
});

export const endAccountNow = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs/:runId/end-now',
  summary: 'End the account of someone who leaves at once, with all their sessions',
  access: 'signedIn',
  params: runParams,
  reply: run,
});

export const cancelRun = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs/:runId/cancel',
  summary: 'Cancel an onboarding or offboarding; an account that has ended stays ended',
  access: 'signedIn',
  params: runParams,
  body: { version, reason: text(500) },
  reply: run,
});

export const finishRun = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs/:runId/finish',
  summary: 'Finish a list without open tasks, as when the account ended after the last of them',
  access: 'signedIn',
  params: runParams,
  body: {
    version,
    /** Needed while something is still out. */
    reason: z._default(z.nullable(text(500)), null),
  },
  reply: run,
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs/:runId/comments',
  summary: 'Comment on an onboarding or offboarding; repeating the clientId adds it once',
  access: 'signedIn',
  params: runParams,
  body: { clientId: z.uuid(), text: text(1000) },
  reply: run,
  status: 201,
});

export const addItem = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs/:runId/items',
  summary: 'Add an item to a run; repeating the clientId adds it once',
  access: 'signedIn',
  params: runParams,
  body: { clientId: z.uuid(), ...itemInput },
  reply: run,
  status: 201,
});

const itemParams = { itemId: idParam };

export const saveItem = endpoint({
  method: 'PUT',
  path: '/api/onboarding/items/:itemId',
  summary: 'Change an open item of a run',
  access: 'signedIn',
  params: itemParams,
  body: { version, ...itemInput },
  reply: run,
});

export const removeItem = endpoint({
  method: 'DELETE',
  path: '/api/onboarding/items/:itemId',
  summary: 'Remove an open item from a run',
  access: 'signedIn',
  params: itemParams,
  query: { version: z.coerce.number().check(z.int(), z.minimum(0)) },
  reply: run,
});

export const decideItem = endpoint({
  method: 'PUT',
  path: '/api/onboarding/items/:itemId/state',
  summary: 'Mark an item as done, skip it with a reason, or open it again',
  access: 'signedIn',
  params: itemParams,
  body: {
    version,
    state: z.enum(itemStates),
    /** Needed to skip, and to finish while something is still out. */
    reason: z._default(z.nullable(text(500)), null),
  },
  reply: item,
});

const task = z.extend(item, {
  runId: z.number(),
  runKind: z.enum(runKinds),
  employee: z.object({ id: z.nullable(z.number()), name: z.string() }),
  day: z.string(),
  /** Whether you may open the whole list. */
  seesRun: z.boolean(),
});
export type Task = z.output<typeof task>;

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/onboarding/tasks',
  summary: 'Your open onboarding tasks, soonest due first; or those you did in the last 30 days',
  access: 'signedIn',
  query: { scope: z._default(z.enum(['open', 'done']), 'open'), ...page },
  reply: z.array(task),
});

export const countTasks = endpoint({
  method: 'GET',
  path: '/api/onboarding/tasks/count',
  summary: 'Number of your open onboarding tasks, and of those that are overdue',
  access: 'signedIn',
  reply: z.object({ open: z.number(), overdue: z.number() }),
});

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/onboarding/templates',
  summary: 'The checklists that runs are made of; HR only',
  access: { page: 'hr', feature: 'view_data' },
  reply: z.array(template),
});

const templateBody = {
  name: text(100),
  store: z._default(z.nullable(store), null),
  department: z._default(z.nullable(department), null),
  jobTitle: freeText(100),
  items: z
    .array(z.strictObject(itemInput))
    .check(
      z.minLength(1, 'Add at least one item.'),
      z.maxLength(60, 'A checklist can have at most 60 items.'),
    ),
};

export const addTemplate = endpoint({
  method: 'POST',
  path: '/api/onboarding/templates',
  summary: 'Add a checklist; repeating the clientId returns the same one',
  access: { page: 'hr', feature: 'manage_users' },
  body: { clientId: z.uuid(), kind: z.enum(runKinds), ...templateBody },
  reply: template,
  status: 201,
});

export const saveTemplate = endpoint({
  method: 'PUT',
  path: '/api/onboarding/templates/:templateId',
  summary: 'Change a checklist; runs that have started keep their own copy',
  access: { page: 'hr', feature: 'manage_users' },
  params: { templateId: idParam },
  body: { version, ...templateBody },
  reply: template,
});

export const removeTemplate = endpoint({
  method: 'DELETE',
  path: '/api/onboarding/templates/:templateId',
  summary: 'Remove a checklist',
  access: { page: 'hr', feature: 'manage_users' },
  params: { templateId: idParam },
  query: { version: z.coerce.number().check(z.int(), z.minimum(0)) },
  reply: z.object({ message: z.string() }),
});

const handoverItem = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  store: z.nullable(store),
  href: z.nullable(z.string()),
});

export const getHandover = endpoint({
  method: 'GET',
  path: '/api/onboarding/runs/:runId/handover',
  reads: 'customers',
  summary:
    'Everything an employee who leaves still has or is responsible for, and who could take it',
  access: 'signedIn',
  params: runParams,
  reply: z.object({
    employee: reference,
    sources: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        act: z.enum(handoverActs),
        items: z.array(handoverItem),
      }),
    ),
    /** Active employees, the manager first. */
    successors: z.array(reference),
    managerId: z.nullable(z.number()),
  }),
});
export type Handover = z.output<(typeof getHandover)['reply']>;

/** More of one kind are several moves. */
export const maxIdsPerMove = 5000;

export const handOver = endpoint({
  method: 'POST',
  path: '/api/onboarding/runs/:runId/handover',
  summary: 'Move what an employee has to others; what can’t be moved is named and stays',
  access: 'signedIn',
  params: runParams,
  body: {
    moves: z
      .array(
        z.strictObject({
          source: z.string().check(z.maxLength(40)),
          /** Null where it is canceled or ended. */
          toId: z.nullable(id),
          ids: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(maxIdsPerMove)),
        }),
      )
      .check(z.minLength(1, 'Choose what to hand over.'), z.maxLength(500)),
  },
  reply: z.object({
    moved: z.number(),
    problems: z.array(z.object({ source: z.string(), id: z.string(), message: z.string() })),
  }),
});
export type HandoverOutcome = z.output<(typeof handOver)['reply']>;

/** Sent to everyone who may see a run or has a task in it; clients refetch. */
export const onboardingChanged = serverEvent('onboarding_changed', { runId: z.number() });
