import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { freeText, idParam, time, version } from '../../../../platform/contract/fields.ts';
import * as fields from '../fields.ts';
import type { Status } from '../status.ts';
import { readAccess, writeAccess } from '../vehicle.ts';

/** Statuses in which a vehicle can be transferred. */
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
  /** Null until it is received. */
  toNumber: z.nullable(z.string()),
  note: z.string(),
  sentAt: time,
  sentBy: z.string(),
  endedAt: z.nullable(time),
  endedBy: z.nullable(z.string()),
  /** Why it was canceled. */
  calledOff: z.nullable(z.string()),
  /** The vehicle is in one of the actor's stores. */
  mayOpen: z.boolean(),
  may: z.object({ receive: z.boolean(), callOff: z.boolean() }),
});
export type Transfer = z.output<typeof transfer>;

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/fleet/transfers',
  summary: 'Open transfers to or from your stores, and those that ended in the last 60 days',
  access: readAccess,
  reply: z.object({ open: z.array(transfer), ended: z.array(transfer) }),
});

export const sendVehicle = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/transfers',
  summary: 'Transfer a vehicle to another store; repeating the clientId returns the same transfer',
  access: writeAccess,
  params: { vehicleId: idParam },
  body: {
    clientId: z.uuid(),
    version,
    to: fields.store,
    note: freeText(200),
  },
  reply: transfer,
  status: 201,
});

const params = { transferId: idParam };

export const receiveVehicle = endpoint({
  method: 'POST',
  path: '/api/fleet/transfers/:transferId/receive',
  summary: 'Receive a transferred vehicle into the stock of this store',
  access: writeAccess,
  params,
  body: {
    mileage: fields.facts.mileage,
    lotLocation: z._default(fields.facts.lotLocation, ''),
    keyTag: z._default(fields.facts.keyTag, ''),
    /** Defaults to the store's next number. */
    stockNumber: z.optional(fields.stockNumber),
  },
  reply: transfer,
});

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/api/fleet/transfers/:transferId/call-off',
  summary: 'Cancel a transfer',
  access: writeAccess,
  params,
  body: { reason: fields.reason },
  reply: transfer,
});
