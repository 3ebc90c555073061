import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  idParam,
  rowCount,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import { listDeals, saveDeal } from '../../deals/contract.ts';

const store = z.enum(stores);

/** In the order they usually happen. */
export const titleSteps = [
  'payoff_due',
  'payoff_sent',
  'payoff_confirmed',
  'lien_released',
  'title_in',
  'title_out',
  'tag_issued',
  'tag_expires',
  'registration_sent',
] as const;
export type TitleStep = (typeof titleSteps)[number];

export const stepNames: Record<TitleStep, string> = {
  payoff_due: 'Payoff due',
  payoff_sent: 'Payoff sent',
  payoff_confirmed: 'Payoff confirmed',
  lien_released: 'Lien release received',
  title_in: 'Title in',
  title_out: 'Title out',
  tag_issued: 'Temporary tag issued',
  tag_expires: 'Temporary tag expires',
  registration_sent: 'Registration sent',
};

/** Days that are agreed rather than reached: they may be in the future. */
export const plannedSteps: readonly TitleStep[] = ['payoff_due', 'tag_expires'];

/** Steps with a clock: they are open until they have a day or are not needed. */
export const titleTasks = [
  'payoff_sent',
  'payoff_confirmed',
  'lien_released',
  'title_in',
  'title_out',
  'registration_sent',
] as const satisfies TitleStep[];
export type TitleTask = (typeof titleTasks)[number];

/** What a task is waiting for: `Title out by Dec 4`. */
export const taskNames: Record<TitleTask, string> = {
  payoff_sent: 'Send payoff',
  payoff_confirmed: 'Confirm payoff',
  lien_released: 'Get lien release',
  title_in: 'Get title',
  title_out: 'Send title',
  registration_sent: 'Send registration',
};

/** When the clock of each starts. */
export const clockNames: Record<TitleTask, string> = {
  payoff_sent: 'After delivery, unless a due day is entered',
  payoff_confirmed: 'After the payoff was sent',
  lien_released: 'After the payoff was sent',
  title_in: 'After delivery',
  title_out: 'After delivery',
  registration_sent: 'After delivery, or by the day the temporary tag expires',
};

/** A temporary tag is about to expire. */
export const tagWarningDays = 7;

export const titleWork = z.object({
  dealId: z.number(),
  deliveredOn: z.string(),
  /** Since delivery. */
  days: z.number(),
  /** The steps that concern this deal: without a trade-in that has a payoff, none of it. */
  applies: z.array(z.enum(titleSteps)),
  steps: z.array(
    z.object({
      step: z.enum(titleSteps),
      /** Null: not needed. */
      day: z.nullable(z.string()),
      by: z.string(),
      at: time,
    }),
  ),
  /** What is still open, the most urgent first. */
  open: z.array(z.object({ step: z.enum(titleTasks), dueOn: z.string(), isOverdue: z.boolean() })),
  /** The day the temporary tag expires, while the registration was not sent. */
  tagExpiresOn: z.nullable(z.string()),
  version: z.number(),
  may: z.object({ edit: z.boolean() }),
});
export type TitleWork = z.output<typeof titleWork>;

const titleRow = z.extend(titleWork, {
  /** Of the deal. */
  id: z.number(),
  number: z.string(),
  store,
  customer: z.string(),
  vehicle: z.string(),
  stockNumber: z.string(),
  vin: z.nullable(z.string()),
});
export type TitleRow = z.output<typeof titleRow>;

/** `tags`: the temporary tag has expired or is about to, and the registration was not sent. */
export const titleScopes = ['open', 'overdue', 'tags', 'done', 'all'] as const;

const filters = {
  /** Deal or stock number, VIN or its last 8 or 6, words of the vehicle, customer’s name or phone. */
  q: freeText(100),
  scope: z._default(z.enum(titleScopes), 'open'),
  store: z.optional(store),
  /** The step that is open. */
  step: z.optional(z.enum(titleTasks)),
};

export const listTitles = endpoint({
  method: 'GET',
  path: '/api/jackets/titles',
  reads: 'deals',
  summary: 'Title work of the deals delivered in the last year, the most urgent first',
  access: listDeals.access,
  query: {
    ...filters,
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(titleRow),
});

export const countTitles = endpoint({
  method: 'GET',
  path: '/api/jackets/titles/count',
  summary: 'Number of deals whose title work matches the filters',
  access: listDeals.access,
  query: filters,
  reply: z.extend(rowCount, {
    /** Of the stores you may see, whatever the filters. */
    scopes: z.object({ open: z.number(), overdue: z.number(), tags: z.number() }),
  }),
});

export const exportTitles = endpoint({
  method: 'POST',
  path: '/api/jackets/titles/export',
  reads: 'deals',
  summary: 'Title work matching the filters as CSV; the export is recorded',
  access: listDeals.access,
  body: filters,
  reply: file,
  replyType: 'file',
});

export const saveTitleWork = endpoint({
  method: 'PUT',
  path: '/api/jackets/titles/:dealId',
  summary: 'Enter the days of the title work; 409 if someone else changed it since `version`',
  access: saveDeal.access,
  params: { dealId: idParam },
  body: {
    version,
    /** Steps that are absent have no day. */
    steps: z
      .array(
        z.strictObject({
          step: z.enum(titleSteps),
          /** Null: this deal does not need it. */
          day: z.nullable(calendarDate),
        }),
      )
      .check(z.maxLength(titleSteps.length)),
  },
  reply: titleWork,
});

export const limitMaxDays = 365;
const days = z.number().check(z.int(), z.minimum(1), z.maximum(limitMaxDays, 'At most 365 days'));
const limitDays = z.strictObject({
  payoff_sent: days,
  payoff_confirmed: days,
  lien_released: days,
  title_in: days,
  title_out: days,
  registration_sent: days,
});

const titleLimits = z.object({
  store,
  /** Deals delivered before this day are not followed. */
  since: z.string(),
  days: limitDays,
  version: z.number(),
  may: z.object({ edit: z.boolean() }),
});
export type TitleLimits = z.output<typeof titleLimits>;

export const listTitleLimits = endpoint({
  method: 'GET',
  path: '/api/jackets/title-limits',
  summary: 'How many days each step of the title work may take at your stores',
  access: listDeals.access,
  reply: z.array(titleLimits),
});

export const saveTitleLimits = endpoint({
  method: 'PUT',
  path: '/api/jackets/title-limits/:store',
  summary: 'Set how many days the steps may take; managers of finance and back office only',
  access: saveDeal.access,
  params: { store },
  body: { version, since: calendarDate, days: limitDays },
  reply: titleLimits,
});
