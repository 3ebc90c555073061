import * as z from 'zod/mini';
import { department } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarMonth, idParam, message, text } from '../../../platform/contract/fields.ts';
import { hrSorts, storeFilters } from '../contract.ts';
import { employmentStatus, hrReadAccess, payBasis, store } from './fields.ts';

/** What the address of the list holds. A view shows nothing that its reader may not see anyway. */
const filters = z.strictObject({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  store: z.optional(z.enum(storeFilters)),
  department: z.optional(department),
  status: z.optional(employmentStatus),
  payBasis: z.optional(payBasis),
  managerId: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  /** The month of the hire date: `2026-11`. */
  hiredIn: z.optional(calendarMonth),
  review: z.optional(z.enum(['due', 'month', 'quarter'])),
  sort: z.optional(z.enum(hrSorts)),
});
export type ViewFilters = z.output<typeof filters>;

const view = z.object({
  id: z.number(),
  name: z.string(),
  /** Shared with everyone in HR at this store; null: private. */
  store: z.nullable(store),
  filters,
  isOwn: z.boolean(),
  by: z.string(),
});

export const listViews = endpoint({
  method: 'GET',
  path: '/api/hr/employees/views',
  summary: 'Your saved views of employees, and those shared with your stores',
  access: hrReadAccess,
  reply: z.array(view),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/api/hr/employees/views',
  summary: 'Save filters of employees as a view; replaces your view of the same name',
  access: hrReadAccess,
  body: { name: text(60), store: z.nullable(store), filters },
  reply: view,
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/hr/employees/views/:viewId',
  summary: 'Delete one of your saved views of employees',
  access: hrReadAccess,
  params: { viewId: idParam },
  reply: message,
});
