import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam, message } from '../../../platform/contract/fields.ts';
import * as fields from './fields.ts';
import { writeAccess } from './vehicle.ts';

/** A part of the principal that the lender wants back before the vehicle is sold. */
export const curtailment = z.object({
  id: z.number(),
  cents: z.number(),
  dueOn: z.string(),
  paidOn: z.nullable(z.string()),
});
export type Curtailment = z.output<typeof curtailment>;

/** Only with `financial_reports`, as all that names a cost. */
export const addCurtailment = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/curtailments',
  summary: 'Add a curtailment of a floored vehicle; repeating the clientId returns the same one',
  access: writeAccess,
  params: { vehicleId: idParam },
  body: {
    clientId: z.uuid(),
    cents: z.number().check(z.int(), z.minimum(1), z.maximum(fields.maxCents)),
    dueOn: calendarDate,
    paidOn: z._default(z.nullable(calendarDate), null),
  },
  reply: curtailment,
  status: 201,
});

const params = { curtailmentId: idParam };

export const payCurtailment = endpoint({
  method: 'POST',
  path: '/api/fleet/curtailments/:curtailmentId/pay',
  summary: 'Mark a curtailment as paid',
  access: writeAccess,
  params,
  body: { paidOn: calendarDate },
  reply: curtailment,
});

export const removeCurtailment = endpoint({
  method: 'DELETE',
  path: '/api/fleet/curtailments/:curtailmentId',
  summary: 'Remove a curtailment that was entered by mistake',
  access: writeAccess,
  params,
  reply: message,
});
