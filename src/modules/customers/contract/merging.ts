import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, message, version } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';
import { customerRow } from './finding.ts';
import { customerRecord } from './records.ts';

export const duplicateReasons = ['phone', 'email', 'name'] as const;

export const duplicate = z.object({
  first: customerRow,
  second: customerRow,
  reasons: z.array(z.enum(duplicateReasons)),
});
export type Duplicate = z.output<typeof duplicate>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/customers/duplicates',
  reads: 'customers',
  summary:
    'Pairs of customers that may be one: same phone, same e-mail, or like names in one ZIP code',
  access: f.read,
  query: {
    /** Only those of this customer. */
    customerId: z.optional(f.customerId),
    after: z.optional(f.customerId),
    afterSecond: z.optional(f.customerId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  },
  reply: z.array(duplicate),
});

const pair = { firstId: f.customerId, secondId: f.customerId };

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: '/api/customers/duplicates/dismiss',
  summary: 'Say that two customers are not one',
  access: f.write,
  body: pair,
  reply: message,
});

export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/merge',
  summary: 'Merge another customer into this one; both numbers lead here from now on',
  access: f.write,
  params: { customerId: f.customerId },
  body: { otherId: f.customerId, version, otherVersion: version },
  reply: customerRecord,
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/customers/merges/:mergeId/undo',
  summary: 'Take a merge apart again: both customers are what they were',
  access: f.write,
  params: { mergeId: idParam },
  reply: z.object({ survivorId: z.number(), restoredId: z.number() }),
});
