import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { version } from '../../../../platform/contract/fields.ts';
import { store } from '../fields.ts';
import { writeAccess } from '../vehicle.ts';

export const limitMaxHours = 90 * 24;
const hours = z
  .number()
  .check(z.int(), z.minimum(1), z.maximum(limitMaxHours, 'At most 90 days (2,160 hours)'));

/** Hour limits per stage. */
const limitHours = z.strictObject({
  intake: hours,
  inspection: hours,
  approval: hours,
  mechanical: hours,
  body: hours,
  detail: hours,
  photos: hours,
});

export const reconLimits = z.object({ store, hours: limitHours, version: z.number() });
export type ReconLimits = z.output<typeof reconLimits>;

export const setLimits = endpoint({
  method: 'PUT',
  path: '/api/fleet/recon-limits/:store',
  summary: 'Set the hour limits of the reconditioning stages; managers of the store only',
  access: writeAccess,
  params: { store },
  body: { version, hours: limitHours },
  reply: reconLimits,
});
