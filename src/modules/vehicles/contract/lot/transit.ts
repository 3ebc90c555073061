import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { readAccess, vehicle } from '../vehicle.ts';

export const listInTransit = endpoint({
  method: 'GET',
  path: '/api/fleet/in-transit',
  summary: 'Vehicles on their way to your stores; sold ones first, by the day they are promised',
  access: readAccess,
  reply: z.object({
    vehicles: z.array(vehicle),
    may: z.object({ receive: z.boolean() }),
  }),
});
