import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam, time, version } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

export const upSteps = ['test_drive', 'write_up', 'left'] as const;
export const upResults = ['sold', 'appointment', 'be_back', 'left'] as const;

/** A visit to the showroom: who came, who took them, how far it went. */
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
  summary: 'The showroom’s log of a day, the latest arrival first',
  access: f.read,
  query: { store: z.optional(f.store), date: z.optional(calendarDate) },
  reply: z.array(up),
});

export const addUp = endpoint({
  method: 'POST',
  path: '/api/customers/ups',
  summary: 'Write down who came in and who took them',
  access: f.write,
  body: {
    clientId: f.clientId,
    store: f.store,
    customerId: z._default(z.nullable(f.customerId), null),
    /** A name, where they are no customer yet. */
    guest: f.oneLine(200),
    interest: f.oneLine(200),
    arrivedAt: z.optional(f.instant),
    greeterId: z.optional(idParam),
  },
  refine: ({ customerId, guest }) =>
    customerId === null && guest === '' ? 'Please enter a name or choose a customer.' : undefined,
  reply: up,
  status: 201,
});

export const setUpStep = endpoint({
  method: 'PUT',
  path: '/api/customers/ups/:upId',
  summary: 'Write down a test drive, a write-up, or that they left and with what result',
  access: f.write,
  params: { upId: idParam },
  body: { version, step: z.enum(upSteps), result: z._default(z.nullable(z.enum(upResults)), null) },
  refine: ({ step, result }) =>
    (step === 'left') === (result !== null)
      ? undefined
      : 'A result belongs to leaving, and leaving has one.',
  reply: up,
});

export const linkUp = endpoint({
  method: 'PUT',
  path: '/api/customers/ups/:upId/customer',
  summary: 'Say which customer it was that came in',
  access: f.write,
  params: { upId: idParam },
  body: { version, customerId: f.customerId },
  reply: up,
});
