import * as z from 'zod/mini';
import { department } from '../../platform/contract/access.ts';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import {
  freeText,
  id,
  idParam,
  pageLimit,
  reference,
  rowCount,
} from '../../platform/contract/fields.ts';
import { employeeCard, equipmentItem, proposal } from './contract/employee.ts';
import * as f from './contract/fields.ts';

export const pageMaxSize = 200;

const typed = freeText(100);
const page = {
  limit: pageLimit(pageMaxSize),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
};

/** A home store, or `group`: employees of the whole group. */
export const storeFilters = ['ford', 'hyundai', 'chevrolet', 'group'] as const;

const directoryFilters = {
  /** Name, preferred name or job title. */
  q: typed,
  store: z.optional(z.enum(storeFilters)),
  department: z.optional(department),
  /** Who reports to them directly. */
  managerId: z.optional(idParam),
};

export const listEmployees = endpoint({
  method: 'GET',
  path: '/api/employees',
  summary: 'The directory: everyone who works here, by name',
  access: 'signedIn',
  query: { ...directoryFilters, ...page },
  reply: z.array(employeeCard),
});

export const countEmployees = endpoint({
  method: 'GET',
  path: '/api/employees/count',
  summary: 'Number of employees in the directory that match',
  access: 'signedIn',
  query: directoryFilters,
  reply: rowCount,
});

const treeRow = z.object({
  id: z.number(),
  name: z.string(),
  jobTitle: z.nullable(z.string()),
  store: z.nullable(f.store),
  department: z.nullable(department),
  /** Null: a root. The manager is always among the rows. */
  managerId: z.nullable(z.number()),
  directReports: z.number(),
  /** All below, also indirectly. */
  allReports: z.number(),
  /** Of another store than asked for: only there as a manager of someone who is. */
  isAbove: z.boolean(),
});
export type TreeRow = z.output<typeof treeRow>;

export const getReportingTree = endpoint({
  method: 'GET',
  path: '/api/employees/tree',
  summary: 'Who reports to whom: a row for each employee, by name; of one store, with those above',
  access: 'signedIn',
  query: { store: z.optional(z.enum(storeFilters)) },
  reply: z.array(treeRow),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/employees/choices',
  summary: 'The choices of filters and forms, and what you may do',
  access: 'signedIn',
  reply: z.object({
    /** Everyone someone reports to. */
    managers: z.array(reference),
    /** The job titles that are in use, for suggestions. */
    jobTitles: z.array(z.string()),
    /** Null unless you read files as HR. */
    hr: z.nullable(
      z.object({
        /** The stores whose employees you see. */
        stores: z.array(f.store),
        /** Whether you see employees of the whole group, too. */
        seesGroup: z.boolean(),
        mayWrite: z.boolean(),
      }),
    ),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

export const hrSorts = [
  'name',
  'number',
  'jobTitle',
  '-hiredOn',
  'hiredOn',
  'reviewOn',
  'leftOn',
  '-leftOn',
] as const;

const hrFilters = {
  /** The start of the employee number, too. */
  q: typed,
  store: z.optional(z.enum(storeFilters)),
  department: z.optional(department),
  status: z.optional(f.employmentStatus),
  payBasis: z.optional(f.payBasis),
  hiredFrom: z.optional(f.day),
  hiredTo: z.optional(f.day),
  /** The next review is due by this day. */
  reviewBy: z.optional(f.day),
};
/** Current employees, with those who leave, unless a status is asked for. */
const hrQuery = { ...hrFilters, managerId: z.optional(idParam) };

export const hrEmployee = z.extend(employeeCard, {
  employeeNumber: z.nullable(z.string()),
  status: f.employmentStatus,
  /** Whether the account can sign in. */
  isActive: z.boolean(),
  hiredOn: z.nullable(z.string()),
  leftOn: z.nullable(z.string()),
  reviewOn: z.nullable(z.string()),
  payBasis: z.nullable(f.payBasis),
  /** How much equipment is still out. */
  equipmentOut: z.number(),
  openProposals: z.number(),
});
export type HrEmployee = z.output<typeof hrEmployee>;

export const listHrEmployees = endpoint({
  method: 'GET',
  path: '/api/hr/employees',
  summary: 'Employees of your stores, as HR',
  access: f.hrReadAccess,
  query: { ...hrQuery, sort: z._default(z.enum(hrSorts), 'name'), ...page },
  reply: z.array(hrEmployee),
});

export const countHrEmployees = endpoint({
  method: 'GET',
  path: '/api/hr/employees/count',
  summary: 'Number of employees of your stores that match',
  access: f.hrReadAccess,
  query: hrQuery,
  reply: rowCount,
});

export const exportEmployees = endpoint({
  method: 'POST',
  path: '/api/hr/employees/export',
  summary: 'Employees of your stores as CSV, without private data; the export is recorded',
  access: f.hrWriteAccess,
  body: {
    ...hrFilters,
    managerId: z.optional(id),
    sort: z._default(z.enum(hrSorts), 'name'),
  },
  reply: file,
  replyType: 'file',
});

export const listProposals = endpoint({
  method: 'GET',
  path: '/api/hr/proposals',
  summary: 'Changes waiting for your decision, oldest first',
  access: f.hrWriteAccess,
  query: page,
  reply: z.array(proposal),
});

export const countProposals = endpoint({
  method: 'GET',
  path: '/api/hr/proposals/count',
  summary: 'Number of changes waiting for your decision',
  access: f.hrWriteAccess,
  reply: rowCount,
});

const equipmentFilters = {
  /** In the name of the item, its serial number, or the employee’s name. */
  q: typed,
  store: z.optional(z.enum(storeFilters)),
  kind: z.optional(f.equipmentKind),
  /** Of employees whose last day is past. */
  holders: z._default(z.enum(['all', 'former']), 'all'),
};

const equipmentOut = z.extend(equipmentItem, {
  employee: z.extend(reference, {
    store: z.nullable(f.store),
    status: f.employmentStatus,
  }),
});
export type EquipmentOut = z.output<typeof equipmentOut>;

export const listEquipmentOut = endpoint({
  method: 'GET',
  path: '/api/hr/equipment',
  summary: 'Equipment of employees of your stores that is still out; of former employees first',
  access: f.hrReadAccess,
  query: { ...equipmentFilters, ...page },
  reply: z.array(equipmentOut),
});

export const countEquipmentOut = endpoint({
  method: 'GET',
  path: '/api/hr/equipment/count',
  summary: 'Number of items that are still out',
  access: f.hrReadAccess,
  query: equipmentFilters,
  reply: rowCount,
});
