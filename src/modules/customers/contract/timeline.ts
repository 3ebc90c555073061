import * as z from 'zod/mini';
import { state } from '../../../platform/contract/addresses.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  clientId,
  idParam,
  instant,
  message,
  text,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import { vinInput } from '../../vin/contract.ts';
import * as f from './fields.ts';

/** Kinds that are logged by hand. */
export const entryKinds = ['note', 'call', 'text', 'email', 'visit'] as const;

/** One event of a customer’s timeline, from any module. */
export const timelineLine = z.object({
  /** Unique among all lines of a customer. */
  key: z.string(),
  kind: z.string().check(z.maxLength(30)),
  at: time,
  title: z.string(),
  body: z.string(),
  by: z.string(),
  store: z.nullable(f.store),
  /** The record behind it. */
  href: z.optional(z.string()),
});
export type TimelineLine = z.output<typeof timelineLine>;

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/customers/:customerId/timeline',
  reads: 'customers',
  summary: 'Timeline of a customer, newest first',
  access: f.read,
  params: { customerId: f.customerId },
  query: {
    /** The next page: `at` and `key` of the last line of this one. */
    before: z.optional(instant),
    beforeKey: z.optional(z.string().check(z.maxLength(60))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  },
  reply: z.array(timelineLine),
});

export const addEntry = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/entries',
  summary: 'Log a call, a message, a visit or a note',
  access: f.write,
  params: { customerId: f.customerId },
  body: {
    clientId,
    store: f.store,
    kind: z.enum(entryKinds),
    direction: z._default(z.nullable(z.enum(['in', 'out'])), null),
    body: text(4_000),
    /** Defaults to now. */
    at: z.optional(f.instant),
  },
  reply: message,
  status: 201,
});

const vehicleFacts = {
  description: z.string(),
  vin: z.nullable(z.string()),
  plate: z.string(),
  plateState: z.string(),
  mileage: z.nullable(z.number()),
  purchasedOn: z.nullable(z.string()),
  stillOwns: z.boolean(),
};
export const customerVehicle = z.object({
  id: z.number(),
  ...vehicleFacts,
  mileageAt: z.nullable(z.string()),
  soldByStore: z.nullable(f.store),
  version: z.number(),
});
export type CustomerVehicle = z.output<typeof customerVehicle>;

const vehicleInput = {
  description: text(200),
  /** Spaces around it and lower case are accepted. */
  vin: vinInput,
  plate: z._default(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9 -]{0,12}$/)), ''),
  plateState: z._default(z.union([z.literal(''), state]), ''),
  mileage: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))),
    null,
  ),
  purchasedOn: z._default(z.nullable(calendarDate), null),
  soldByStore: z._default(z.nullable(f.store), null),
  stillOwns: z._default(z.boolean(), true),
};

export const listGarage = endpoint({
  method: 'GET',
  path: '/api/customers/:customerId/vehicles',
  reads: 'customers',
  summary: 'Current and former vehicles of a customer',
  access: f.read,
  params: { customerId: f.customerId },
  reply: z.array(customerVehicle),
});
export const addVehicle = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/vehicles',
  summary: 'Add a vehicle to a customer’s garage',
  access: f.write,
  params: { customerId: f.customerId },
  body: { clientId, ...vehicleInput },
  reply: z.array(customerVehicle),
  status: 201,
});
export const saveVehicle = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId/vehicles/:vehicleId',
  summary: 'Save a vehicle of a garage; 409 if someone else changed it since `version`',
  access: f.write,
  params: { customerId: f.customerId, vehicleId: idParam },
  body: { version, ...vehicleInput },
  reply: z.array(customerVehicle),
});
