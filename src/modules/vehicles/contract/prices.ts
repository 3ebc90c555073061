import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, time } from '../../../platform/contract/fields.ts';
import { readAccess } from './vehicle.ts';

/** A list price, from when it was set until the next. */
export const price = z.object({
  id: z.number(),
  at: time,
  by: z.string(),
  /** Null: the price was taken away. */
  cents: z.nullable(z.number()),
  /** Change from the price before; null if there was none. */
  changeCents: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Whole days it stood; of the current price, until today or the day the vehicle left. */
  days: z.number(),
});
export type Price = z.output<typeof price>;

export const listPrices = endpoint({
  method: 'GET',
  path: '/api/vehicles/:vehicleId/prices',
  summary: 'List prices of a vehicle, newest first, with who set them and why',
  access: readAccess,
  params: { vehicleId: idParam },
  reply: z.array(price),
});
