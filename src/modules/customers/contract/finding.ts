import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import {
  calendarMonth,
  idParam,
  message,
  reference,
  rowCount,
  text,
  time,
} from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

/** Days since the last activity: within that many, or more. */
export const activities = ['7', '30', '90', 'over90', 'over365'] as const;
export const sorts = ['recent', 'name'] as const;

/** List filters; the same in the URL, a saved view and an export. */
export const filterShape = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  store: z.optional(f.store),
  /** `me`, `none`, or a user id. */
  owner: z.optional(z.string().check(z.regex(/^(me|none|[1-9]\d{0,8})$/))),
  tag: z.optional(f.tag),
  activity: z.optional(z.enum(activities)),
  /** Any activity in this month, in the group’s time zone, up to today: `2026-11`. */
  activeIn: z.optional(calendarMonth),
  /** Consented to marketing by this channel. */
  consent: z.optional(f.channel),
  contact: z.optional(z.enum(['allowed', 'not_allowed'])),
  kind: z.optional(z.enum(f.kinds)),
};
export const filters = z.strictObject(filterShape);
export type Filters = z.output<typeof filters>;

export const customerRow = z.object({
  id: z.number(),
  kind: z.enum(f.kinds),
  name: z.string(),
  sortName: z.string(),
  phone: z.nullable(f.phone),
  email: z.nullable(z.string()),
  city: z.string(),
  tags: z.array(z.string()),
  stores: z.array(f.store),
  owners: z.array(reference),
  doNotContact: z.boolean(),
  lastActivityAt: time,
});
export type CustomerRow = z.output<typeof customerRow>;

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/customers',
  reads: 'customers',
  summary:
    'Customers of your stores, searched by name, phone digits, email, number, tag, vehicle, VIN, its last 8 or 6, or plate',
  access: f.read,
  query: {
    ...filterShape,
    /** Only this customer, or the one it was merged into. */
    id: z.optional(f.customerId),
    sort: z._default(z.enum(sorts), 'recent'),
    /** The next page: `lastActivityAt` or `sortName` of the last row of this one, and its id. */
    after: z.optional(z.string().check(z.maxLength(400))),
    afterId: z.optional(f.customerId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(customerRow),
});

/** Counts are capped here and shown as "more than". Those of one month are few enough to count. */
export const maxCount = 1_000;
export const maxActiveCount = 10_000;
export const countCustomers = endpoint({
  method: 'GET',
  path: '/api/customers/count',
  summary: 'Number of customers matching the filters, capped at 1,000; of one month at 10,000',
  access: f.read,
  query: filterShape,
  reply: rowCount,
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/customers/choices',
  summary: 'Your stores, their employees who work with customers, and the tags in use',
  access: f.read,
  reply: z.object({
    stores: z.array(f.store),
    owners: z.array(z.extend(reference, { stores: z.array(f.store) })),
    tags: z.array(z.string()),
    may: z.object({
      create: z.boolean(),
      export: z.boolean(),
      merge: z.boolean(),
      import: z.boolean(),
    }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

export const exportMaxRows = 50_000;
export const exportCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/export',
  reads: 'customers',
  summary: 'Customers matching the filters as CSV, at most 50,000; the export is recorded',
  access: f.read,
  body: filterShape,
  reply: file,
  replyType: 'file',
});

export const view = z.object({
  id: z.number(),
  name: z.string(),
  /** Shared with everyone at this store; null: private. */
  store: z.nullable(z.enum(stores)),
  filters,
  isOwn: z.boolean(),
  by: z.string(),
});

export const listViews = endpoint({
  method: 'GET',
  path: '/api/customers/views',
  summary: 'Your saved views, and those shared with your stores',
  access: f.read,
  reply: z.array(view),
});
export const saveView = endpoint({
  method: 'POST',
  path: '/api/customers/views',
  summary: 'Save filters as a view; replaces your view of the same name',
  access: f.read,
  body: { name: text(60), store: z.nullable(f.store), filters },
  reply: view,
});
export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/customers/views/:viewId',
  summary: 'Delete a saved view',
  access: f.read,
  params: { viewId: idParam },
  reply: message,
});
