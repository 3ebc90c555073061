import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, time, version } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

/** Everything of a customer that a form changes, as it is kept. */
const facts = {
  kind: z.enum(f.kinds),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  suffix: z.string(),
  company: z.string(),
  phones: z.array(f.phone),
  emails: z.array(f.email),
  addresses: z.array(f.address),
  tags: z.array(z.string()),
  preferredChannel: z.nullable(f.channel),
  preferredLanguage: z.enum(f.languages),
  doNotContact: z.boolean(),
};
export const customerFacts = z.object(facts);
export type CustomerFacts = z.output<typeof customerFacts>;

export const customerStore = z.object({
  store: f.store,
  owner: z.nullable(f.person),
  firstSeenAt: time,
  lastActivityAt: time,
});

const consent = z.object({
  channel: f.channel,
  topic: f.topic,
  granted: z.boolean(),
  source: z.string(),
  wording: z.string(),
  at: time,
  by: z.string(),
});
export type Consent = z.output<typeof consent>;

export const customerRecord = z.object({
  id: z.number(),
  name: z.string(),
  ...facts,
  version: z.number(),
  stores: z.array(customerStore),
  household: z.nullable(z.object({ id: z.number(), name: z.string(), members: z.array(f.person) })),
  /** What holds now for each channel and topic anybody ever spoke about. */
  consents: z.array(consent),
  /** Records that were merged into this one. */
  merged: z.array(
    z.object({ mergeId: z.number(), id: z.number(), name: z.string(), at: time, by: z.string() }),
  ),
  duplicateCount: z.number(),
  createdAt: time,
  createdBy: z.string(),
  updatedAt: time,
  updatedBy: z.string(),
  may: z.object({ edit: z.boolean(), merge: z.boolean() }),
});
export type CustomerRecord = z.output<typeof customerRecord>;

const input = {
  kind: z.enum(f.kinds),
  firstName: f.oneLine(100),
  middleName: f.oneLine(100),
  lastName: f.oneLine(100),
  suffix: f.oneLine(20),
  company: f.oneLine(200),
  phones: z._default(z.array(f.phoneInput).check(z.maxLength(f.limits.phones)), []),
  emails: z._default(z.array(f.emailInput).check(z.maxLength(f.limits.emails)), []),
  addresses: z._default(z.array(f.addressInput).check(z.maxLength(f.limits.addresses)), []),
  tags: z._default(f.tags, []),
  preferredChannel: z._default(z.nullable(f.channel), null),
  preferredLanguage: z._default(z.enum(f.languages), 'en'),
  doNotContact: z._default(z.boolean(), false),
};
export const customerInput = z.strictObject(input);
export type CustomerInput = z.output<typeof customerInput>;

export const createCustomer = endpoint({
  method: 'POST',
  path: '/api/customers',
  summary:
    'Add a customer to a store; with the client id of one you have added before, it is the same one',
  access: f.write,
  body: {
    clientId: f.clientId,
    store: f.store,
    /** Who looks after them; the author, unless told. */
    ownerId: z.optional(z.nullable(idParam)),
    ...input,
  },
  reply: customerRecord,
  status: 201,
});

export const openCustomer = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/open',
  reads: 'customers',
  summary:
    'One customer in full; who opened it when is recorded first. A merged one answers its survivor',
  access: f.read,
  params: { customerId: f.customerId },
  reply: customerRecord,
});

export const saveCustomer = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId',
  summary: 'Save a customer over the version you hold; 409 when somebody saved another meanwhile',
  access: f.write,
  params: { customerId: f.customerId },
  body: { version, ...input },
  reply: customerRecord,
});

export const setOwner = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId/stores/:store',
  summary: 'Make a customer known to a store of yours, and say who looks after them there',
  access: f.write,
  params: { customerId: f.customerId, store: f.store },
  body: { ownerId: z.nullable(idParam) },
  reply: customerRecord,
});

export const setHousehold = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId/household',
  summary: 'Say who lives in one house with a customer, or that they no longer do',
  access: f.write,
  params: { customerId: f.customerId },
  /** Null: they leave it. */
  body: { withCustomerId: z.nullable(f.customerId) },
  reply: customerRecord,
});

export const setConsent = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/consents',
  summary: 'Write down that a customer agreed to something, or took it back',
  access: f.write,
  params: { customerId: f.customerId },
  body: {
    clientId: f.clientId,
    channel: f.channel,
    topic: f.topic,
    granted: z.boolean(),
    source: z.enum(['in_person', 'phone', 'web', 'message', 'paper']),
  },
  reply: customerRecord,
});
