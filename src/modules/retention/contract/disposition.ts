import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { calendarMonth, freeText, idParam, time } from '../../../platform/contract/fields.ts';
import { access } from '../contract.ts';

/** Maximum documents in one batch; the next batch takes the rest. */
export const batchMaxItems = 1_000;

export const fates = ['destroy', 'held', 'kept', 'destroyed'] as const;

/** A document that is due. */
export const dueItem = z.object({
  id: z.number(),
  title: z.string(),
  className: z.string(),
  eventDate: z.iso.date(),
  keepUntil: z.iso.date(),
  files: z.number(),
  sizeBytes: z.number(),
  /**
   * What would happen to it now, or has happened: `held` by a legal hold, `kept` because its period no longer ends.
   */
  fate: z.enum(fates),
  /** The open batch it is in. */
  batchId: z.nullable(z.number()),
});
export type DueItem = z.output<typeof dueItem>;

export const batchStates = [
  'prepared',
  'approved',
  'declined',
  'withdrawn',
  'destroying',
  'done',
] as const;

const summary = {
  id: z.number(),
  through: z.iso.date(),
  preparedBy: z.string(),
  preparedAt: time,
  state: z.enum(batchStates),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(time),
  reason: z.string(),
  items: z.number(),
  may: z.object({
    /** Another person’s batch that is still undecided. */
    decide: z.boolean(),
    withdraw: z.boolean(),
  }),
};
export const batch = z.object(summary);
export type Batch = z.output<typeof batch>;

export const listDue = endpoint({
  method: 'GET',
  path: '/api/retention/due',
  summary: 'Documents due through the end of a month, the longest due first, at most one batch',
  access,
  query: { through: calendarMonth },
  reply: z.array(dueItem),
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/retention/batches',
  summary: 'Destruction batches, newest first',
  access,
  reply: z.array(batch),
});

export const tryBatch = endpoint({
  method: 'GET',
  path: '/api/retention/batches/:batchId/trial',
  summary: 'Dry run: what would happen to each document of a batch now',
  access,
  params: { batchId: idParam },
  reply: z.array(dueItem),
});

export const prepareBatch = endpoint({
  method: 'POST',
  path: '/api/retention/batches',
  summary:
    'Prepare a batch of the documents due today, for another person to approve; a repeated request returns the same batch',
  access,
  body: { clientId: z.uuid() },
  reply: batch,
  status: 201,
});

export const decideBatch = endpoint({
  method: 'POST',
  path: '/api/retention/batches/:batchId/decision',
  summary: 'Approve or decline a batch another person prepared, or withdraw your own',
  access,
  params: { batchId: idParam },
  body: {
    decision: z.enum(['approved', 'declined', 'withdrawn']),
    reason: freeText(1_000),
  },
  reply: batch,
});

export const registerEntry = z.object({
  id: z.number(),
  batchId: z.number(),
  title: z.string(),
  className: z.string(),
  eventDate: z.iso.date(),
  keepUntil: z.iso.date(),
  sha256: z.string(),
  sizeBytes: z.number(),
  preparedBy: z.string(),
  approvedBy: z.string(),
  destroyedAt: time,
});
export type RegisterEntry = z.output<typeof registerEntry>;

export const listRegister = endpoint({
  method: 'GET',
  path: '/api/retention/register',
  summary: 'Destroyed files, newest first',
  access,
  query: {
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 50))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(registerEntry),
});

export const exportRegister = endpoint({
  method: 'POST',
  path: '/api/retention/register/export',
  summary: 'The destruction register as CSV, the latest 50,000 entries; exports are logged',
  access,
  reply: file,
  replyType: 'file',
});
