import * as z from 'zod/mini';
import { department } from '../../../platform/contract/access.ts';
import { address } from '../../../platform/contract/addresses.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, reference, time } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

/** What every approved person may see of a colleague. The photo is the account’s avatar. */
export const employeeCard = z.object({
  /** The id of the account. */
  id: z.number(),
  name: z.string(),
  preferredName: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  /** The home store; null: of the whole group. */
  store: z.nullable(f.store),
  department: z.nullable(department),
  manager: z.nullable(reference),
  email: z.string(),
  workPhone: z.nullable(f.phone),
  /** How many report to them directly. */
  directReports: z.number(),
});
export type EmployeeCard = z.output<typeof employeeCard>;

const job = z.object({
  id: z.number(),
  effectiveOn: z.string(),
  jobTitle: z.nullable(z.string()),
  store: z.nullable(f.store),
  department: z.nullable(department),
  manager: z.nullable(reference),
  reason: z.string(),
  /** Null: the system. */
  recordedBy: z.nullable(z.string()),
  recordedAt: time,
  /** `planned`: its day has not begun. */
  state: z.enum(['past', 'current', 'planned']),
});
export type Job = z.output<typeof job>;

export const equipmentItem = z.object({
  id: z.number(),
  kind: f.equipmentKind,
  name: z.string(),
  serial: z.string(),
  /** Its condition when it was issued. */
  note: z.string(),
  issuedOn: z.string(),
  issuedBy: z.string(),
  /** Null: still out. */
  returned: z.nullable(z.object({ on: z.string(), to: z.string(), note: z.string() })),
  version: z.number(),
});
export type EquipmentItem = z.output<typeof equipmentItem>;

const emergencyContact = z.object({
  name: z.string(),
  relation: z.string(),
  phone: f.phone,
  otherPhone: z.nullable(f.phone),
});
export type EmergencyContact = z.output<typeof emergencyContact>;

/** A group of fields as it is, or as proposed. */
export const personalValues = z.discriminatedUnion('group', [
  z.object({ group: z.literal('name'), preferredName: z.nullable(z.string()) }),
  z.object({
    group: z.literal('contact'),
    privatePhone: z.nullable(f.phone),
    privateEmail: z.nullable(z.string()),
    address: z.nullable(address),
  }),
  z.object({ group: z.literal('emergency'), contacts: z.array(emergencyContact) }),
]);
export type PersonalValues = z.output<typeof personalValues>;

/** An open proposal, next to what it would replace. */
export const proposal = z.object({
  id: z.number(),
  employee: reference,
  group: z.enum(f.personalGroups),
  current: personalValues,
  proposed: personalValues,
  proposedAt: time,
  may: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type Proposal = z.output<typeof proposal>;

const decision = z.object({
  id: z.number(),
  group: z.enum(f.personalGroups),
  proposedAt: time,
  outcome: z.enum(['approved', 'declined', 'withdrawn']),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
  decidedBy: z.string(),
  decidedAt: time,
});

/** The file: for the employee, the managers above them, and HR of their store. */
const file = z.object({
  employeeNumber: z.nullable(z.string()),
  status: f.employmentStatus,
  hiredOn: z.nullable(z.string()),
  /** The last day. */
  leftOn: z.nullable(z.string()),
  reviewOn: z.nullable(z.string()),
  payBasis: z.nullable(f.payBasis),
  /** Latest first; planned ones on top. */
  jobs: z.array(job),
  /** What is out first, latest first. */
  equipment: z.array(equipmentItem),
  privatePhone: z.nullable(f.phone),
  emergencyContacts: z.array(emergencyContact),
  /** For the employee and HR; null for managers. */
  home: z.nullable(
    z.object({ privateEmail: z.nullable(z.string()), address: z.nullable(address) }),
  ),
  /** For the employee and HR, who may decide or withdraw as each says; empty for managers. */
  proposals: z.array(proposal),
  /** The last five that were decided, for the same. */
  decisions: z.array(decision),
  /** Of the whole file: see `changeJob`. */
  version: z.number(),
});

export const employeePage = z.extend(employeeCard, {
  /** Whether the account can sign in. */
  isActive: z.boolean(),
  /** Those above, nearest first. */
  managers: z.array(reference),
  /** Those who report to them directly, by name. */
  reports: z.array(
    z.object({ id: z.number(), name: z.string(), jobTitle: z.nullable(z.string()) }),
  ),
  /** Null: only the facts above are for you. */
  file: z.nullable(file),
  may: z.object({
    /** Job, employment, contact data, equipment: as HR of their store, never one’s own. */
    change: z.boolean(),
    /** Propose changes of one’s own file. */
    propose: z.boolean(),
    seeHistory: z.boolean(),
    /** The private part: one’s own, or with the grant. */
    seePrivate: z.boolean(),
    changePrivate: z.boolean(),
  }),
});
export type EmployeePage = z.output<typeof employeePage>;

export const employeeParams = { employeeId: idParam };

export const getEmployee = endpoint({
  method: 'GET',
  path: '/api/employees/:employeeId',
  summary: 'An employee: the directory’s facts for all; the file for them, their managers and HR',
  access: 'signedIn',
  params: employeeParams,
  reply: employeePage,
});

const jobFacts = z.object({
  jobTitle: z.nullable(z.string()),
  store: z.nullable(f.store),
  department: z.nullable(department),
  manager: z.nullable(z.string()),
});
export type JobFacts = z.output<typeof jobFacts>;

const items = z.array(z.object({ kind: f.equipmentKind, name: z.string(), serial: z.string() }));

const eventData = z.discriminatedUnion('kind', [
  /** Recorded; it began at once, or `isPlanned`. */
  z.object({
    kind: z.literal('job'),
    effectiveOn: z.string(),
    from: jobFacts,
    to: jobFacts,
    reason: z.string(),
    isPlanned: z.boolean(),
  }),
  /** A planned one began; `keptManager`: the new manager would have been below the employee. */
  z.object({
    kind: z.literal('job_began'),
    effectiveOn: z.string(),
    to: jobFacts,
    keptManager: z.boolean(),
  }),
  z.object({ kind: z.literal('job_removed'), effectiveOn: z.string(), removed: jobFacts }),
  z.object({
    kind: z.literal('employment'),
    fields: z.array(
      z.object({
        name: z.enum(['employeeNumber', 'hiredOn', 'leftOn', 'reviewOn', 'workPhone', 'payBasis']),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
      }),
    ),
  }),
  /** Without the data itself. `isProposed`: the employee proposed it, and the author approved. */
  z.object({
    kind: z.literal('personal'),
    group: z.enum(f.personalGroups),
    isProposed: z.boolean(),
  }),
  z.object({
    kind: z.literal('proposal'),
    group: z.enum(f.personalGroups),
    step: z.enum(['made', 'declined', 'withdrawn']),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('equipment_issued'), items, on: z.string() }),
  z.object({ kind: z.literal('equipment_returned'), items, on: z.string() }),
  z.object({ kind: z.literal('equipment_changed'), items }),
  z.object({ kind: z.literal('equipment_removed'), items }),
]);
export type EventData = z.output<typeof eventData>;

export const historyPageSize = 100;

export const listEmployeeEvents = endpoint({
  method: 'GET',
  path: '/api/employees/:employeeId/events',
  summary: 'What happened to an employee’s file, latest first; HR only',
  access: f.hrReadAccess,
  params: employeeParams,
  query: { before: z.optional(idParam) },
  reply: z.array(
    z.object({ id: z.number(), at: time, by: z.nullable(z.string()), data: eventData }),
  ),
});
