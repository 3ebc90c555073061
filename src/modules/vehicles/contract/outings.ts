import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { freeText, id, idParam, instant, text, time } from '../../../platform/contract/fields.ts';
import { driveFields, licenseLastFour } from '../contract.ts';
import * as fields from './fields.ts';
import { outingKinds, readAccess, writeAccess } from './vehicle.ts';

export const outingNames: Record<(typeof outingKinds)[number], string> = {
  loaner: 'Service loaner',
  demo: 'Demo',
  test_drive: 'Test drive',
  employee: 'Company use',
  service_move: 'Moved for service',
};

const miles = z.number().check(z.int(), z.minimum(0), z.maximum(fields.maxMiles));
const fuel = z.number().check(z.int(), z.minimum(0), z.maximum(8));
const plate = z.object({ id: z.number(), number: z.string() });

export const outing = z.object({
  id: z.number(),
  vehicle: z.object({
    id: z.number(),
    title: z.string(),
    stockNumber: z.string(),
  }),
  store: fields.store,
  kind: z.enum(outingKinds),
  plate: z.nullable(plate),
  holder: z.object({ id: z.nullable(z.number()), name: z.string(), phone: z.string() }),
  licenseLastFour: z.nullable(z.string()),
  repairOrder: z.string(),
  outAt: time,
  dueAt: time,
  inAt: z.nullable(time),
  milesOut: z.number(),
  milesIn: z.nullable(z.number()),
  fuelOut: z.number(),
  fuelIn: z.nullable(z.number()),
  dataWiped: z.nullable(z.boolean()),
  note: z.string(),
  outBy: z.string(),
  inBy: z.nullable(z.string()),
});
export type Outing = z.output<typeof outing>;

export const listOutings = endpoint({
  method: 'GET',
  path: '/api/fleet/outings',
  summary: 'Checked-out vehicles, overdue first; or the check-outs of one vehicle',
  access: readAccess,
  query: { vehicleId: z.optional(idParam) },
  reply: z.object({
    outings: z.array(outing),
    serverTime: time,
    stores: z.array(fields.store),
    may: z.object({ checkOut: z.boolean(), addPlate: z.boolean() }),
  }),
});

export const checkOut = endpoint({
  method: 'POST',
  path: '/api/fleet/outings',
  summary: 'Check out a vehicle; repeating the clientId returns the same check-out',
  access: writeAccess,
  body: {
    clientId: z.uuid(),
    ...driveFields,
    kind: z.enum(outingKinds),
    /** An employee; otherwise `holderName`. */
    holderId: z.optional(z.nullable(id)),
    holderName: freeText(100),
    holderPhone: freeText(30),
    licenseLastFour: z.optional(licenseLastFour),
    repairOrder: freeText(20),
  },
  reply: outing,
  status: 201,
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/fleet/outings/:outingId/in',
  summary: 'Check in a vehicle',
  access: writeAccess,
  params: { outingId: idParam },
  body: { milesIn: miles, fuelIn: fuel, dataWiped: z.boolean() },
  reply: outing,
});

export const listPlates = endpoint({
  method: 'GET',
  path: '/api/fleet/plates',
  summary: 'Dealer plates of your stores, and the check-out each is on',
  access: readAccess,
  reply: z.array(z.extend(plate, { store: fields.store, outing: z.nullable(outing) })),
});
export type Plate = z.output<(typeof listPlates)['reply']>[number];

export const addPlate = endpoint({
  method: 'POST',
  path: '/api/fleet/plates',
  summary: 'Add a dealer plate',
  access: writeAccess,
  body: {
    store: fields.store,
    number: text(10).check(
      z.toUpperCase(),
      z.regex(/^[A-Z0-9][A-Z0-9-]{1,9}$/, 'Enter 2 to 10 letters, digits or hyphens'),
    ),
  },
  reply: z.extend(plate, { store: fields.store }),
  status: 201,
});

export const getPlateLog = endpoint({
  method: 'GET',
  path: '/api/fleet/plates/:plateId/log',
  summary: 'Who had a plate, newest first; or who had it at a given time',
  access: readAccess,
  params: { plateId: idParam },
  query: { at: z.optional(instant) },
  reply: z.array(outing),
});
