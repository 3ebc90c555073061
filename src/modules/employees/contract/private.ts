import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  clientId,
  id,
  idParam,
  line,
  message,
  reference,
  text,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import { employeeParams } from './employee.ts';
import type { PayBasis } from './fields.ts';
import * as f from './fields.ts';

/** What the rate of each basis is for. `flag_hour`: an hour that flat rate pays. */
export const payUnits = ['hour', 'flag_hour', 'month', 'year'] as const;
export type PayUnit = (typeof payUnits)[number];

/** The rate of a commission is what is guaranteed, or drawn ahead. */
export const payUnitsOf: Record<PayBasis, readonly [PayUnit, ...PayUnit[]]> = {
  hourly: ['hour'],
  salary: ['year', 'month'],
  commission: ['month', 'year', 'hour'],
  flat_rate: ['flag_hour'],
};

const payInput = {
  effectiveOn: f.day,
  basis: f.payBasis,
  /** Up to $10,000,000. */
  rateCents: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000)),
  per: z.enum(payUnits),
  reason: line(200),
};

const pay = z.object({
  id: z.number(),
  effectiveOn: z.string(),
  basis: f.payBasis,
  rateCents: z.number(),
  per: z.enum(payUnits),
  reason: z.string(),
  recordedBy: z.string(),
  recordedAt: time,
  state: z.enum(['past', 'current', 'planned']),
});
export type Pay = z.output<typeof pay>;

export const noteKinds = ['medical', 'discipline', 'praise'] as const;
export type NoteKind = (typeof noteKinds)[number];

const note = z.object({
  id: z.number(),
  kind: z.enum(noteKinds),
  onDate: z.string(),
  text: z.string(),
  writtenBy: z.string(),
  writtenAt: time,
  /** When the employee confirmed that they have read it; only of discipline. */
  acknowledgedAt: z.nullable(time),
  may: z.object({ acknowledge: z.boolean(), remove: z.boolean() }),
});
export type PrivateNote = z.output<typeof note>;

const privatePart = z.object({
  identity: z.object({
    legalName: z.nullable(z.string()),
    dateOfBirth: z.nullable(z.string()),
    /** Of the payroll provider, which has the social security number and the bank account: they are not kept here. */
    payrollId: z.nullable(z.string()),
    /** 0: nothing was entered yet. */
    version: z.number(),
  }),
  /** Latest first; planned ones on top. */
  pay: z.array(pay),
  /** Latest first. */
  notes: z.array(note),
  may: z.object({ change: z.boolean() }),
});
export type PrivatePart = z.output<typeof privatePart>;

/** A page shows it only when asked to, and forgets it when left. */
export const getPrivatePart = endpoint({
  method: 'GET',
  path: '/api/employees/:employeeId/private',
  summary: 'The private part of a file: one’s own, or with private access; every view is logged',
  access: 'signedIn',
  params: employeeParams,
  reply: privatePart,
});

export const listPrivateViews = endpoint({
  method: 'GET',
  path: '/api/employees/:employeeId/private/views',
  summary: 'Who opened or changed the private part of a file, latest first',
  access: 'signedIn',
  params: employeeParams,
  query: { before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) },
  reply: z.array(
    z.object({
      id: z.number(),
      at: time,
      by: z.string(),
      did: z.enum(['viewed', 'changed', 'acknowledged']),
    }),
  ),
});

export const saveIdentity = endpoint({
  method: 'PUT',
  path: '/api/employees/:employeeId/private/identity',
  summary: 'Save legal name, date of birth and payroll id',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: {
    version,
    legalName: z.nullable(line(200)),
    dateOfBirth: z.nullable(f.day),
    payrollId: z.nullable(line(40)),
  },
  reply: privatePart,
});

export const addPay = endpoint({
  method: 'POST',
  path: '/api/employees/:employeeId/private/pay',
  summary: 'Record pay from a day on; it sets the pay basis of the file, too',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: { clientId, ...payInput },
  refine: ({ basis, per }) =>
    payUnitsOf[basis].includes(per) ? undefined : 'This pay basis has another unit.',
  reply: privatePart,
  status: 201,
});

export const removePay = endpoint({
  method: 'DELETE',
  path: '/api/employees/:employeeId/private/pay/:payId',
  summary: 'Remove pay that was recorded by mistake; its amount is erased',
  access: f.hrWriteAccess,
  params: { ...employeeParams, payId: idParam },
  reply: privatePart,
});

export const addPrivateNote = endpoint({
  method: 'POST',
  path: '/api/employees/:employeeId/private/notes',
  summary: 'Write a medical, discipline or praise note; of discipline the employee is notified',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: {
    clientId,
    kind: z.enum(noteKinds),
    onDate: f.day,
    text: text(5_000),
  },
  reply: privatePart,
  status: 201,
});

const noteParams = { ...employeeParams, noteId: idParam };

export const removePrivateNote = endpoint({
  method: 'DELETE',
  path: '/api/employees/:employeeId/private/notes/:noteId',
  summary: 'Remove a note; its text is erased',
  access: f.hrWriteAccess,
  params: noteParams,
  reply: privatePart,
});

export const acknowledgeNote = endpoint({
  method: 'POST',
  path: '/api/employees/:employeeId/private/notes/:noteId/acknowledge',
  summary: 'Confirm that you have read a discipline note about you',
  access: 'signedIn',
  params: noteParams,
  reply: privatePart,
});

export const listPrivateAccess = endpoint({
  method: 'GET',
  path: '/api/hr/private-access',
  summary: 'Who may open the private part of files, and what you may do about it',
  access: f.hrWriteAccess,
  reply: z.object({
    holders: z.array(
      z.object({
        userId: z.number(),
        name: z.string(),
        /** Null: they took it, as no one had it. */
        grantedBy: z.nullable(z.string()),
        grantedAt: time,
        isYou: z.boolean(),
      }),
    ),
    /** Those it may be given to; only for those who have it. */
    candidates: z.array(reference),
    may: z.object({ grant: z.boolean(), claim: z.boolean() }),
  }),
});

export const grantPrivateAccess = endpoint({
  method: 'POST',
  path: '/api/hr/private-access',
  summary: 'Give private access to someone else in HR; only those who have it can',
  access: f.hrWriteAccess,
  body: { userId: id },
  reply: message,
});

export const endPrivateAccess = endpoint({
  method: 'DELETE',
  path: '/api/hr/private-access/:userId',
  summary: 'Take private access away, or give up your own',
  access: f.hrWriteAccess,
  params: { userId: idParam },
  reply: message,
});

export const claimPrivateAccess = endpoint({
  method: 'POST',
  path: '/api/hr/private-access/claim',
  summary:
    'Take private access as the HR department while no one has it; alerts all administrators',
  access: f.hrWriteAccess,
  reply: message,
});
