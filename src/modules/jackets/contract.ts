import * as z from 'zod/mini';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  reference,
  rowCount,
} from '../../platform/contract/fields.ts';
import { listDeals } from '../deals/contract.ts';
import { listOrders } from '../repair-orders/contract.ts';
import { store } from './contract/jacket.ts';
import { checklistKinds, recordKinds } from './contract/kinds.ts';

const pageMaxSize = 200;
/** The board looks back this far: what is older and incomplete has been given up, or is on paper. */
export const boardDays = 365;

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/jackets/choices',
  summary: 'Whose jackets you may read, at which stores, and who works there',
  access: 'signedIn',
  reply: z.object({
    /** Only those you may read. */
    records: z.array(
      z.object({
        record: z.enum(recordKinds),
        stores: z.array(store),
        /** `keep`: waive documents, keep stipulations and title work, and export them. */
        may: z.object({ keep: z.boolean() }),
      }),
    ),
    /** For the filters of deals and repair orders. */
    staff: z.array(reference),
    /** Sold vehicles whose floorplan is not paid off are listed in the inventory. */
    seesPayoffs: z.boolean(),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

const filters = {
  /** Deal, RO or stock number, VIN, words of the vehicle, customer’s name or phone; or the name of the employee. */
  q: freeText(100),
  store: z.optional(store),
  kind: z.optional(z.enum(checklistKinds)),
  /** The type of a document that is missing. */
  missing: z.optional(z.string().check(z.maxLength(40))),
};
const query = {
  ...filters,
  /** The first or second salesperson, the advisor, or the new hire. */
  employeeId: z.optional(idParam),
};
const exportBody = { ...filters, employeeId: z.optional(id) };

const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageMaxSize)), 50),
  /** Cursor of the next page: `since` and `id` of the last row. */
  after: z.optional(calendarDate),
  afterId: z.optional(idParam),
};

/** A jacket that lacks something. */
const jacketRow = z.object({
  /** Of the deal, the repair order or the employee. */
  id: z.number(),
  /** Its number, or the name of the employee. */
  title: z.string(),
  /** Null: an employee of several stores. */
  store: z.nullable(store),
  kind: z.enum(checklistKinds),
  customer: z.nullable(z.string()),
  vehicle: z.nullable(z.string()),
  /** Salesperson or advisor. */
  employee: z.nullable(z.string()),
  /** Signed, closed or hired on. */
  since: z.string(),
  /** Days since then; below zero for an employee who has yet to start. */
  days: z.number(),
  deliveredOn: z.nullable(z.string()),
  /** Types of documents, in the order of the checklist. */
  missing: z.array(z.string()),
  /** How many documents it needs; those that are missing are among them. */
  needed: z.number(),
});
export type JacketRow = z.output<typeof jacketRow>;
const rows = z.array(jacketRow);

export const listDealJackets = endpoint({
  method: 'GET',
  path: '/api/jackets/deals',
  reads: 'deals',
  summary: 'Signed deals of your stores whose jacket is incomplete, oldest first',
  access: listDeals.access,
  query: { ...query, ...pageQuery },
  reply: rows,
});
export const countDealJackets = endpoint({
  method: 'GET',
  path: '/api/jackets/deals/count',
  summary: 'Number of signed deals whose jacket is incomplete',
  access: listDeals.access,
  query,
  reply: rowCount,
});
export const exportDealJackets = endpoint({
  method: 'POST',
  path: '/api/jackets/deals/export',
  reads: 'deals',
  summary: 'Incomplete deal jackets as CSV; the export is recorded',
  access: listDeals.access,
  body: exportBody,
  reply: file,
  replyType: 'file',
});

export const listOrderJackets = endpoint({
  method: 'GET',
  path: '/api/jackets/repair-orders',
  reads: 'repair_orders',
  summary: 'Closed repair orders of your stores whose documents are incomplete, oldest first',
  access: listOrders.access,
  query: { ...query, ...pageQuery },
  reply: rows,
});
export const countOrderJackets = endpoint({
  method: 'GET',
  path: '/api/jackets/repair-orders/count',
  summary: 'Number of closed repair orders whose documents are incomplete',
  access: listOrders.access,
  query,
  reply: rowCount,
});
export const exportOrderJackets = endpoint({
  method: 'POST',
  path: '/api/jackets/repair-orders/export',
  reads: 'repair_orders',
  summary: 'Repair orders with incomplete documents as CSV; the export is recorded',
  access: listOrders.access,
  body: exportBody,
  reply: file,
  replyType: 'file',
});

const hireAccess = { page: 'hr', feature: 'view_data' } as const;

export const listHireJackets = endpoint({
  method: 'GET',
  path: '/api/jackets/employees',
  summary: 'New hires of your stores whose personnel file is incomplete, oldest first; HR only',
  access: hireAccess,
  query: { ...query, ...pageQuery },
  reply: rows,
});
export const countHireJackets = endpoint({
  method: 'GET',
  path: '/api/jackets/employees/count',
  summary: 'Number of new hires whose personnel file is incomplete',
  access: hireAccess,
  query,
  reply: rowCount,
});
export const exportHireJackets = endpoint({
  method: 'POST',
  path: '/api/jackets/employees/export',
  summary: 'New hires with incomplete personnel files as CSV; the export is recorded',
  access: hireAccess,
  body: exportBody,
  reply: file,
  replyType: 'file',
});
