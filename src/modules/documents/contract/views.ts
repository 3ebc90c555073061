import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarMonth, idParam, message, text } from '../../../platform/contract/fields.ts';
import { readAccess } from './cabinets.ts';
import { cabinet, store } from './document.ts';

/** What the address of the list holds. A view shows nothing that its reader may not see anyway. */
const filters = z.strictObject({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  scope: z.optional(z.enum(['inbox', 'removed'])),
  cabinet: z.optional(cabinet),
  type: z.optional(z.string().check(z.maxLength(40))),
  store: z.optional(store),
  /** The month of the date on the document: `2026-11`. */
  datedIn: z.optional(calendarMonth),
});
export type ViewFilters = z.output<typeof filters>;

const view = z.object({
  id: z.number(),
  name: z.string(),
  /** Shared with everyone at this store; null: private. */
  store: z.nullable(store),
  filters,
  isOwn: z.boolean(),
  by: z.string(),
});

export const listViews = endpoint({
  method: 'GET',
  path: '/api/documents/views',
  summary: 'Your saved views of documents, and those shared with your stores',
  access: readAccess,
  reply: z.array(view),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/api/documents/views',
  summary: 'Save filters of documents as a view; replaces your view of the same name',
  access: readAccess,
  body: { name: text(60), store: z.nullable(store), filters },
  reply: view,
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/documents/views/:viewId',
  summary: 'Delete one of your saved views of documents',
  access: readAccess,
  params: { viewId: idParam },
  reply: message,
});
