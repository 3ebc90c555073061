import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { id, idParam, message, version } from '../../../platform/contract/fields.ts';
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
  summary: 'Possible duplicates: same phone, same email, or a similar name in the same ZIP code',
  access: f.read,
  query: {
    /** Only pairs with this customer. */
    customerId: z.optional(f.customerId),
    after: z.optional(f.customerId),
    afterSecond: z.optional(f.customerId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  },
  reply: z.array(duplicate),
});

const pair = { firstId: id, secondId: id };

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: '/api/customers/duplicates/dismiss',
  summary: 'Mark two customers as not duplicates',
  access: f.write,
  body: pair,
  reply: message,
});

export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/merge',
  summary: 'Merge another customer into this one; both numbers lead here afterwards',
  access: f.write,
  params: { customerId: f.customerId },
  body: { otherId: id, version, otherVersion: version },
  reply: customerRecord,
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/customers/merges/:mergeId/undo',
  summary: 'Undo a merge; both customers are restored',
  access: f.write,
  params: { mergeId: idParam },
  reply: z.object({ survivorId: z.number(), restoredId: z.number() }),
});
