import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { idParam, time, version } from '../../../../platform/contract/fields.ts';
import * as fields from '../fields.ts';
import { readAccess, writeAccess } from '../vehicle.ts';
import { reconLimits } from './limits.ts';
import { stages } from './stages.ts';

const owner = z.object({ id: z.number(), name: z.string() });

/** A car in reconditioning, where it stands now. */
export const reconJob = z.object({
  /** Of the step it is in. */
  stepId: z.number(),
  version: z.number(),
  vehicleId: z.number(),
  title: z.string(),
  stockNumber: z.string(),
  store: fields.store,
  daysInStock: z.number(),
  stage: z.enum(stages),
  enteredAt: time,
  /** Since it came into reconditioning. */
  startedAt: time,
  owner: z.nullable(owner),
  /** Only for who may see financial reports: of this step, and of all so far. */
  money: z.optional(
    z.object({
      estimateCents: z.nullable(z.number()),
      actualCents: z.nullable(z.number()),
      totalCents: z.number(),
    }),
  ),
});
export type ReconJob = z.output<typeof reconJob>;

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/fleet/recon',
  summary: 'The cars in reconditioning, by stage, and those that reached the line in the last week',
  access: readAccess,
  query: { store: z.optional(fields.store) },
  reply: z.object({
    jobs: z.array(reconJob),
    stores: z.array(fields.store),
    /** Of the stores shown. */
    limits: z.array(reconLimits),
    serverTime: time,
    may: z.object({ move: z.boolean(), approve: z.boolean(), limit: z.boolean() }),
  }),
});
export type Board = z.output<(typeof getBoard)['reply']>;

const params = { stepId: idParam };

export const moveJob = endpoint({
  method: 'POST',
  path: '/api/fleet/recon/:stepId/move',
  summary: 'Move a car to another stage of reconditioning',
  access: writeAccess,
  params,
  body: { version, to: z.enum(stages) },
  reply: reconJob,
});

export const changeJob = endpoint({
  method: 'PATCH',
  path: '/api/fleet/recon/:stepId',
  summary: 'Say who owns a step of reconditioning, and what it costs',
  access: writeAccess,
  params,
  body: {
    version,
    ownerId: z.optional(z.nullable(idParam)),
    estimateCents: z.optional(z.nullable(fields.cents)),
    actualCents: z.optional(z.nullable(fields.cents)),
  },
  reply: reconJob,
});

export const listOwners = endpoint({
  method: 'GET',
  path: '/api/fleet/recon-owners',
  summary: 'Who may own a step or borrow a car: people who work in a store of yours',
  access: readAccess,
  query: { store: fields.store },
  reply: z.array(owner),
});
