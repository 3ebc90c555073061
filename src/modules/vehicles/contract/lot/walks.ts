import * as z from 'zod/mini';
import { endpoint } from '../../../../platform/contract/endpoint.ts';
import { idParam, instant, message, text, time } from '../../../../platform/contract/fields.ts';
import { serverEvent } from '../../../../platform/contract/socket.ts';
import * as fields from '../fields.ts';
import { statuses } from '../status.ts';
import { readAccess, writeAccess } from '../vehicle.ts';

/** In stock here, in stock at another store, no longer in stock, or unknown. */
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
  /** Seen, but not expected here. */
  stray: z.number(),
});
export type Walk = z.output<typeof walk>;

const sighting = z.object({ id: z.number(), at: time, by: z.string(), place: z.string() });

const walkCar = z.object({
  vehicleId: z.number(),
  /** The vehicle is in one of the actor's stores. */
  mayOpen: z.boolean(),
  title: z.string(),
  stockNumber: z.string(),
  vin: z.string(),
  status: z.enum(statuses),
  lotLocation: z.string(),
  /** Its last sighting on this walk. */
  sight: z.nullable(sighting),
});
export type WalkCar = z.output<typeof walkCar>;

const stray = z.extend(sighting, {
  code: z.string(),
  finding: z.enum(findings),
  /** The store it belongs to. */
  store: z.nullable(fields.store),
  /** Only if it is in one of the actor's stores. */
  car: z.nullable(z.object({ id: z.number(), title: z.string(), stockNumber: z.string() })),
});
export type Stray = z.output<typeof stray>;

export const walkPage = z.extend(walk, {
  /** Not seen first, by lot location. */
  cars: z.array(walkCar),
  strays: z.array(stray),
  may: z.object({ walk: z.boolean() }),
});
export type WalkPage = z.output<typeof walkPage>;

export const listWalks = endpoint({
  method: 'GET',
  path: '/api/fleet/walks',
  summary: 'Lot walks of your stores, newest first',
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
  summary: 'Start a lot walk, or join the open one',
  access: writeAccess,
  body: { clientId: z.uuid(), store: fields.store },
  reply: walkPage,
  status: 201,
});

const params = { walkId: idParam };

export const getWalk = endpoint({
  method: 'GET',
  path: '/api/fleet/walks/:walkId',
  summary: 'A lot walk: vehicles seen, not seen, and unexpected',
  access: readAccess,
  params,
  reply: walkPage,
});

export const recordSighting = endpoint({
  method: 'POST',
  path: '/api/fleet/walks/:walkId/sightings',
  summary: 'Record a vehicle as seen; repeating the clientId returns the same sighting',
  access: writeAccess,
  params,
  body: {
    clientId: z.uuid(),
    /** A VIN, its last eight, or a stock number. */
    code: text(40),
    place: z._default(fields.facts.lotLocation, ''),
    /** When it was seen, by the device's clock. */
    seenAt: instant,
  },
  reply: z.object({ finding: z.enum(findings), car: stray.shape.car, store: stray.shape.store }),
  status: 201,
});

export const removeSighting = endpoint({
  method: 'DELETE',
  path: '/api/fleet/walks/:walkId/sightings/:sightingId',
  summary: 'Remove a sighting from an open walk',
  access: writeAccess,
  params: { ...params, sightingId: idParam },
  reply: message,
});

export const endWalk = endpoint({
  method: 'POST',
  path: '/api/fleet/walks/:walkId/end',
  summary: 'End a walk; vehicles not seen are recorded as missing',
  access: writeAccess,
  params,
  reply: walkPage,
});

/** Sent to everyone who may see the store's vehicles. */
export const walkChanged = serverEvent('lot_walk_changed', {
  id: z.number(),
  store: fields.store,
});
