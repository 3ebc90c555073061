import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { idParam, instant, message, text, time } from '../../../../platform/contract/fields.ts';
import { serverEvent } from '../../../../platform/contract/socket.ts';
import * as fields from '../fields.ts';
import { statuses } from '../status.ts';
import { readAccess, writeAccess } from '../vehicle.ts';

/** What a car that was seen is: in the stock of this store, of another one, gone, or of nobody. */
export const findings = ['here', 'elsewhere', 'gone', 'unknown'] as const;
export type Finding = (typeof findings)[number];

export const walk = z.object({
  id: z.number(),
  store: fields.store,
  startedAt: time,
  startedBy: z.string(),
  endedAt: z.nullable(time),
  endedBy: z.nullable(z.string()),
  seen: z.number(),
  missing: z.number(),
  /** Seen, and not to be here. */
  stray: z.number(),
});
export type Walk = z.output<typeof walk>;

const sighting = z.object({ id: z.number(), at: time, by: z.string(), place: z.string() });

const walkCar = z.object({
  vehicleId: z.number(),
  /** It is one of your stores' now. */
  mayOpen: z.boolean(),
  title: z.string(),
  stockNumber: z.string(),
  vin: z.string(),
  status: z.enum(statuses),
  lotLocation: z.string(),
  /** The last time somebody saw it on this walk. */
  sight: z.nullable(sighting),
});
export type WalkCar = z.output<typeof walkCar>;

const stray = z.extend(sighting, {
  code: z.string(),
  finding: z.enum(findings),
  /** Whose it is. */
  store: z.nullable(fields.store),
  /** Only of a car of one's own stores. */
  car: z.nullable(z.object({ id: z.number(), title: z.string(), stockNumber: z.string() })),
});
export type Stray = z.output<typeof stray>;

export const walkPage = z.extend(walk, {
  /** Those not seen first, by where they stood. */
  cars: z.array(walkCar),
  strays: z.array(stray),
  may: z.object({ walk: z.boolean() }),
});
export type WalkPage = z.output<typeof walkPage>;

export const listWalks = endpoint({
  method: 'GET',
  path: '/api/fleet/walks',
  summary: 'The walks through the lots of your stores, latest first',
  access: readAccess,
  reply: z.object({
    stores: z.array(fields.store),
    open: z.array(walk),
    ended: z.array(walk),
    may: z.object({ walk: z.boolean() }),
  }),
});

export const startWalk = endpoint({
  method: 'POST',
  path: '/api/fleet/walks',
  summary: 'Begin to walk a lot, or join who walks it now',
  access: writeAccess,
  body: { clientId: z.uuid(), store: fields.store },
  reply: walkPage,
  status: 201,
});

const params = { walkId: idParam };

export const getWalk = endpoint({
  method: 'GET',
  path: '/api/fleet/walks/:walkId',
  summary: 'What was seen on a walk, what was not, and what should not have been there',
  access: readAccess,
  params,
  reply: walkPage,
});

export const sightCar = endpoint({
  method: 'POST',
  path: '/api/fleet/walks/:walkId/sightings',
  summary: 'Tick a car off; the same id again is the same sighting',
  access: writeAccess,
  params,
  body: {
    clientId: z.uuid(),
    /** A VIN, its last eight, or a stock number. */
    code: text(40),
    place: z._default(fields.facts.lotLocation, ''),
    /** When it was seen, by the phone that saw it. */
    seenAt: instant,
  },
  reply: z.object({ finding: z.enum(findings), car: stray.shape.car, store: stray.shape.store }),
  status: 201,
});

export const removeSighting = endpoint({
  method: 'DELETE',
  path: '/api/fleet/walks/:walkId/sightings/:sightingId',
  summary: 'Take back that something was seen, while the walk goes on',
  access: writeAccess,
  params: { ...params, sightingId: idParam },
  reply: message,
});

export const endWalk = endpoint({
  method: 'POST',
  path: '/api/fleet/walks/:walkId/end',
  summary: 'End a walk: what was not seen until now is kept as missing',
  access: writeAccess,
  params,
  reply: walkPage,
});

/** Goes to whoever may see the cars of the store. */
export const walkChanged = serverEvent('lot_walk_changed', {
  id: z.number(),
  store: fields.store,
});
