import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { id, idParam, reference, time, version } from '../../../../platform/contract/fields.ts';
import { staffProblems } from '../../../../platform/contract/staff.ts';
import * as fields from '../fields.ts';
import { readAccess, writeAccess } from '../vehicle.ts';
import { reconLimits } from './limits.ts';
import { stages } from './stages.ts';

/** A vehicle in reconditioning, in its current step. */
export const reconJob = z.object({
  /** The current step. */
  stepId: z.number(),
  version: z.number(),
  vehicleId: z.number(),
  title: z.string(),
  stockNumber: z.string(),
  store: fields.store,
  daysInStock: z.number(),
  stage: z.enum(stages),
  enteredAt: time,
  /** When it entered reconditioning. */
  startedAt: time,
  owner: z.nullable(reference),
  isSold: z.boolean(),
  /** When the buyer is promised it. */
  deliverOn: z.nullable(z.string()),
  /** Only with `financial_reports`: of this step, and the total of all steps. */
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
  summary:
    'Vehicles in reconditioning by stage, and those that became frontline ready in the last week',
  access: readAccess,
  query: { store: z.optional(fields.store) },
  reply: z.object({
    jobs: z.array(reconJob),
    stores: z.array(fields.store),
    /** Of the stores on the board. */
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
  summary: 'Move a vehicle to another reconditioning stage',
  access: writeAccess,
  params,
  body: { version, to: z.enum(stages) },
  reply: reconJob,
});

export const changeJob = endpoint({
  method: 'PATCH',
  path: '/api/fleet/recon/:stepId',
  summary: 'Assign a reconditioning step, and set its cost',
  access: writeAccess,
  params,
  body: {
    version,
    ownerId: z.optional(z.nullable(id)),
    estimateCents: z.optional(z.nullable(fields.cents)),
    actualCents: z.optional(z.nullable(fields.cents)),
  },
  reply: reconJob,
});

export const listOwners = endpoint({
  method: 'GET',
  path: '/api/fleet/recon-owners',
  summary: 'Employees of a store, for assigning a step or checking out a vehicle',
  access: readAccess,
  query: { store: fields.store },
  /** `problems`: why they may not drive. */
  reply: z.array(z.extend(reference, { problems: staffProblems })),
});
