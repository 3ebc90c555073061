import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { idParam, time, version } from '../../../../platform/contract/fields.ts';
import * as fields from '../fields.ts';
import type { Status } from '../status.ts';
import { readAccess, writeAccess } from '../vehicle.ts';

/** What a car has to be so that another store of the group can have it. */
export const movable: readonly Status[] = ['received', 'acquired', 'recon', 'frontline', 'hold'];

export const transfer = z.object({
  id: z.number(),
  vehicleId: z.number(),
  title: z.string(),
  vin: z.string(),
  mileage: z.number(),
  fromStore: fields.store,
  toStore: fields.store,
  fromNumber: z.string(),
  /** Once it is there. */
  toNumber: z.nullable(z.string()),
  note: z.string(),
  sentAt: time,
  sentBy: z.string(),
  endedAt: z.nullable(time),
  endedBy: z.nullable(z.string()),
  /** Why it never went. */
  calledOff: z.nullable(z.string()),
  /** The store it stands in is one of yours. */
  mayOpen: z.boolean(),
  may: z.object({ receive: z.boolean(), callOff: z.boolean() }),
});
export type Transfer = z.output<typeof transfer>;

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/fleet/transfers',
  summary: 'Cars on their way to or from your stores, and those that arrived in the last 60 days',
  access: readAccess,
  reply: z.object({ open: z.array(transfer), ended: z.array(transfer) }),
});

export const sendCar = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/transfers',
  summary: 'Send a car to another store of the group; the same id again is the same transfer',
  access: writeAccess,
  params: { vehicleId: idParam },
  body: {
    clientId: z.uuid(),
    version,
    to: fields.store,
    note: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  },
  reply: transfer,
  status: 201,
});

const params = { transferId: idParam };

export const receiveCar = endpoint({
  method: 'POST',
  path: '/api/fleet/transfers/:transferId/receive',
  summary: 'Take a car over from another store: from now on it is in the stock of this one',
  access: writeAccess,
  params,
  body: {
    mileage: fields.facts.mileage,
    lotLocation: z._default(fields.facts.lotLocation, ''),
    keyTag: z._default(fields.facts.keyTag, ''),
    /** Left out: the next number of the store. */
    stockNumber: z.optional(fields.stockNumber),
  },
  reply: transfer,
});

export const callOffTransfer = endpoint({
  method: 'POST',
  path: '/api/fleet/transfers/:transferId/call-off',
  summary: 'Leave a car where it is after all',
  access: writeAccess,
  params,
  body: { reason: fields.reason },
  reply: transfer,
});
