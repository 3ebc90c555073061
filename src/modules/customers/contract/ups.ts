import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam, time, version } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

export const upSteps = ['test_drive', 'write_up', 'left'] as const;
export const upResults = ['sold', 'appointment', 'be_back', 'left'] as const;

/** A showroom visit: guest, greeter, steps and result. */
export const up = z.object({
  id: z.number(),
  store: f.store,
  customerId: z.nullable(z.number()),
  guest: z.string(),
  interest: z.string(),
  arrivedAt: time,
  greeter: f.person,
  steps: z.object({
    test_drive: z.nullable(z.string()),
    write_up: z.nullable(z.string()),
    left: z.nullable(z.string()),
  }),
  result: z.nullable(z.enum(upResults)),
  version: z.number(),
});
export type Up = z.output<typeof up>;

export const listUps = endpoint({
  method: 'GET',
  path: '/api/customers/ups',
  summary: 'Showroom visits of a day, latest arrival first',
  access: f.read,
  query: { store: z.optional(f.store), date: z.optional(calendarDate) },
  reply: z.array(up),
});

export const addUp = endpoint({
  method: 'POST',
  path: '/api/customers/ups',
  summary: 'Log a showroom visit',
  access: f.write,
  body: {
    clientId: f.clientId,
    store: f.store,
    customerId: z._default(z.nullable(f.customerId), null),
    /** A name or description, if they are not a customer yet. */
    guest: f.oneLine(200),
    interest: f.oneLine(200),
    arrivedAt: z.optional(f.instant),
    greeterId: z.optional(idParam),
  },
  refine: ({ customerId, guest }) =>
    customerId === null && guest === '' ? 'Enter a name or choose a customer.' : undefined,
  reply: up,
  status: 201,
});

export const setUpStep = endpoint({
  method: 'PUT',
  path: '/api/customers/ups/:upId',
  summary: 'Log a test drive, a write-up, or the result of a visit',
  access: f.write,
  params: { upId: idParam },
  body: { version, step: z.enum(upSteps), result: z._default(z.nullable(z.enum(upResults)), null) },
  refine: ({ step, result }) =>
    (step === 'left') === (result !== null)
      ? undefined
      : 'Choose a result when the customer leaves, and only then.',
  reply: up,
});

export const linkUp = endpoint({
  method: 'PUT',
  path: '/api/customers/ups/:upId/customer',
  summary: 'Link a showroom visit to a customer',
  access: f.write,
  params: { upId: idParam },
  body: { version, customerId: f.customerId },
  reply: up,
});
