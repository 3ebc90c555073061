import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, time } from '../../../platform/contract/fields.ts';
import { depositOutcomes } from './deposits.ts';
import { store } from './fields.ts';
import { stages } from './recon/stages.ts';
import { statuses } from './status.ts';
import { outingKinds, readAccess } from './vehicle.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const status = z.enum(statuses);
const cents = z.nullable(z.number());

/** Event data by kind; money only as far as the reader may see it. */
const data = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), status, stockNumber: z.string() }),
  z.object({
    kind: z.literal('changed'),
    fields: z.array(z.object({ name: z.string(), from: value, to: value })),
  }),
  z.object({ kind: z.literal('status'), from: status, to: status, reason: z.nullable(z.string()) }),
  z.object({ kind: z.literal('price'), from: cents, to: cents, reason: z.nullable(z.string()) }),
  z.object({ kind: z.literal('recon'), from: z.nullable(z.enum(stages)), to: z.enum(stages) }),
  z.object({ kind: z.literal('picture_added') }),
  z.object({ kind: z.literal('picture_removed') }),
  z.object({ kind: z.literal('out'), outing: z.enum(outingKinds), holder: z.string() }),
  z.object({ kind: z.literal('transfer_sent'), to: store, note: z.string() }),
  z.object({
    kind: z.literal('transfer_received'),
    from: store,
    to: store,
    fromNumber: z.string(),
    toNumber: z.string(),
  }),
  z.object({ kind: z.literal('transfer_called_off'), to: store, reason: z.string() }),
  z.object({ kind: z.literal('deposit_taken'), cents: z.number(), expiresOn: z.string() }),
  z.object({
    kind: z.literal('deposit_ended'),
    cents,
    outcome: z.enum(depositOutcomes),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('curtailment'), cents: z.number(), dueOn: z.string() }),
  z.object({ kind: z.literal('curtailment_paid'), cents: z.number(), paidOn: z.string() }),
  z.object({ kind: z.literal('curtailment_removed'), cents: z.number() }),
  z.object({ kind: z.literal('in'), outing: z.enum(outingKinds), miles: z.number() }),
]);
export type EventData = z.output<typeof data>;

export const vehicleEvent = z.object({
  id: z.number(),
  at: time,
  by: z.string(),
  /** The number of the stay it happened in, if it is not the one asked for. */
  stay: z.nullable(z.string()),
  data,
});
export type VehicleEvent = z.output<typeof vehicleEvent>;

export const historyPageSize = 100;

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/vehicles/:vehicleId/history',
  summary: 'History of a vehicle over all its stays in stock, newest first',
  access: readAccess,
  params: { vehicleId: idParam },
  query: { before: z.optional(idParam) },
  reply: z.array(vehicleEvent),
});
