import * as z from 'zod/mini';
import { address, addressInput } from '../../../platform/contract/addresses.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  clientId,
  freeLine,
  id,
  reference,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

/** The editable facts of a customer, as stored. */
const facts = {
  kind: z.enum(f.kinds),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  suffix: z.string(),
  company: z.string(),
  phones: z.array(f.phone),
  emails: z.array(f.email),
  addresses: z.array(address),
  tags: z.array(z.string()),
  preferredChannel: z.nullable(f.channel),
  preferredLanguage: z.enum(f.languages),
  doNotContact: z.boolean(),
};
export const customerFacts = z.object(facts);
export type CustomerFacts = z.output<typeof customerFacts>;

export const customerStore = z.object({
  store: f.store,
  owner: z.nullable(reference),
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
  household: z.nullable(z.extend(reference, { members: z.array(reference) })),
  /** The latest consent for each channel and topic. */
  consents: z.array(consent),
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
  firstName: freeLine(f.maxLengths.firstName),
  middleName: freeLine(f.maxLengths.middleName),
  lastName: freeLine(f.maxLengths.lastName),
  suffix: freeLine(f.maxLengths.suffix),
  company: freeLine(f.maxLengths.company),
  phones: z._default(z.array(f.customerPhoneInput).check(z.maxLength(f.limits.phones)), []),
  emails: z._default(z.array(f.emailInput).check(z.maxLength(f.limits.emails)), []),
  addresses: z._default(z.array(addressInput).check(z.maxLength(f.limits.addresses)), []),
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
  summary: 'Add a customer to a store; repeating the clientId returns the same customer',
  access: f.write,
  body: {
    clientId,
    store: f.store,
    /** Assigned employee; defaults to the author. */
    ownerId: z.optional(z.nullable(id)),
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
    'One customer in full; the access is recorded first. A merged number returns its survivor',
  access: f.read,
  params: { customerId: f.customerId },
  reply: customerRecord,
});

export const saveCustomer = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId',
  reads: 'customers',
  summary: 'Save a customer; 409 if someone else changed it since `version`',
  access: f.write,
  params: { customerId: f.customerId },
  body: { version, ...input },
  reply: customerRecord,
});

export const setOwner = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId/stores/:store',
  reads: 'customers',
  summary: 'Share a customer with one of your stores, and assign an employee there',
  access: f.write,
  params: { customerId: f.customerId, store: f.store },
  body: { ownerId: z.nullable(id) },
  reply: customerRecord,
});

export const setHousehold = endpoint({
  method: 'PUT',
  path: '/api/customers/:customerId/household',
  reads: 'customers',
  summary: 'Put a customer into the household of another, or remove them from theirs',
  access: f.write,
  params: { customerId: f.customerId },
  /** Null removes them from their household. */
  body: { withCustomerId: z.nullable(id) },
  reply: customerRecord,
});

export const setConsent = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/consents',
  reads: 'customers',
  summary: 'Record that a customer gave or withdrew consent',
  access: f.write,
  params: { customerId: f.customerId },
  body: {
    clientId,
    channel: f.channel,
    topic: f.topic,
    granted: z.boolean(),
    source: z.enum(['in_person', 'phone', 'web', 'message', 'paper']),
  },
  reply: customerRecord,
});
