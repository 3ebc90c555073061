import * as z from 'zod/mini';
import { stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeLine,
  id,
  idParam,
  instant,
  reference,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { driveFields, licenseLastFour } from '../vehicles/contract.ts';

export const readAccess = { page: 'customer_management', feature: 'view_data' } as const;
export const writeAccess = { page: 'customer_management', feature: 'create_records' } as const;

/** Checking out a vehicle takes access to the fleet. */
const fleetAccess = { page: 'fleet_operations', feature: 'create_records' } as const;

const visitResults = ['sold', 'appointment', 'be_back', 'left'] as const;
export type VisitResult = (typeof visitResults)[number];

const store = z.enum(stores);

/** A test drive: the check-out of a vehicle. */
const testDrive = z.object({
  outingId: z.number(),
  vehicleId: z.number(),
  /** `2024 Ford F-150 XLT` */
  vehicle: z.string(),
  stockNumber: z.string(),
  outAt: time,
  inAt: z.nullable(time),
});
export type TestDrive = z.output<typeof testDrive>;

/** A showroom visit: who came, who helped them, and what came of it. */
const visit = z.object({
  id: z.number(),
  store,
  customerId: z.nullable(z.number()),
  /** The customer’s name, or a description of someone who is not a customer yet. */
  guest: z.string(),
  interest: z.string(),
  arrivedAt: time,
  greeter: reference,
  /** Once the customer is known. */
  leadId: z.nullable(z.number()),
  /** The customer had been here before, for the same lead. */
  isBeBack: z.boolean(),
  testDrives: z.array(testDrive),
  deal: z.nullable(z.object({ id: z.number(), number: z.string() })),
  steps: z.object({
    test_drive: z.nullable(z.string()),
    write_up: z.nullable(z.string()),
    left: z.nullable(z.string()),
  }),
  result: z.nullable(z.enum(visitResults)),
  version: z.number(),
  may: z.object({
    edit: z.boolean(),
    /** Check out a vehicle for a test drive, and check it in again. */
    checkOut: z.boolean(),
    /** Open the deal of the visit. */
    writeUp: z.boolean(),
  }),
});
export type Visit = z.output<typeof visit>;

/** Sent to everyone who can see the visits of the store; clients then refetch. */
export const visitChanged = serverEvent('visit_changed', { id: z.number(), store });

export const listVisits = endpoint({
  method: 'GET',
  path: '/api/showroom/visits',
  summary: 'Showroom visits of a day, latest arrival first',
  access: readAccess,
  query: { store: z.optional(store), date: z.optional(calendarDate) },
  reply: z.array(visit),
});

export const addVisit = endpoint({
  method: 'POST',
  path: '/api/showroom/visits',
  summary: 'Log a showroom visit; for a known customer, finds the open lead or adds a walk-in',
  access: writeAccess,
  body: {
    clientId: z.uuid(),
    store,
    customerId: z._default(z.nullable(id), null),
    /** A name or description, if they are not a customer yet. */
    guest: freeLine(200),
    interest: freeLine(200),
    /** Now, unless given; at most 7 days ago. */
    arrivedAt: z.optional(instant),
    /** Defaults to the author. */
    greeterId: z.optional(id),
  },
  refine: ({ customerId, guest }) =>
    customerId === null && guest === '' ? 'Enter a name or choose a customer.' : undefined,
  reply: visit,
  status: 201,
});

const params = { visitId: idParam };

export const setVisitCustomer = endpoint({
  method: 'PUT',
  path: '/api/showroom/visits/:visitId/customer',
  summary: 'Set the customer of a visit; finds their open lead or adds a walk-in',
  access: writeAccess,
  params,
  body: { version, customerId: id },
  reply: visit,
});

export const startTestDrive = endpoint({
  method: 'POST',
  path: '/api/showroom/visits/:visitId/test-drives',
  summary: 'Check out a vehicle for a test drive; repeating the clientId checks it out once',
  access: fleetAccess,
  params,
  body: {
    clientId: z.uuid(),
    version,
    ...driveFields,
    /** Required: someone has to look at the license. */
    licenseLastFour,
  },
  reply: visit,
  status: 201,
});

export const writeUpVisit = endpoint({
  method: 'POST',
  path: '/api/showroom/visits/:visitId/deal',
  summary: 'Open a deal for the customer of a visit; repeating it returns the same deal',
  access: writeAccess,
  params,
  body: {
    clientId: z.uuid(),
    version,
    /** A stock vehicle; null for one that is described. */
    vehicleId: z._default(z.nullable(id), null),
    vehicle: freeLine(200),
    condition: z._default(z.enum(['new', 'used', 'cpo']), 'new'),
  },
  reply: visit,
  status: 201,
});

export const endVisit = endpoint({
  method: 'PUT',
  path: '/api/showroom/visits/:visitId/end',
  summary: 'End a visit with its result, which the lead follows',
  access: writeAccess,
  params,
  body: {
    version,
    result: z.enum(visitResults),
    /** With `appointment` of a known customer: when they come back. */
    appointmentAt: z.optional(instant),
  },
  refine: ({ result, appointmentAt }) =>
    result !== 'appointment' && appointmentAt ? 'Only an appointment can have a time.' : undefined,
  reply: visit,
});
