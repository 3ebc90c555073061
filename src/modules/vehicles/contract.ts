import * as z from 'zod/mini';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import { idParam, time, version } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { agingBuckets } from './contract/aging.ts';
import * as fields from './contract/fields.ts';
import { conditions, statuses } from './contract/status.ts';
import { readAccess, vehicle, writeAccess } from './contract/vehicle.ts';

export const listSorts = ['oldest', 'newest', 'price', '-price', 'stock', '-cost'] as const;
export type ListSort = (typeof listSorts)[number];
/** Which cars: those one can sell, those that left, or both. */
export const listScopes = ['stock', 'gone', 'all'] as const;
export const pageMaxSize = 200;

const centsParam = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(fields.maxCents));

export const filters = {
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  scope: z._default(z.enum(listScopes), 'stock'),
  store: z.optional(fields.store),
  condition: z.optional(z.enum(conditions)),
  status: z.optional(z.enum(statuses)),
  make: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  aging: z.optional(z.enum(agingBuckets)),
  priceFrom: z.optional(centsParam),
  priceTo: z.optional(centsParam),
  /** Only for who may see financial reports. */
  costFrom: z.optional(centsParam),
  costTo: z.optional(centsParam),
};
export type Filters = z.output<z.ZodMiniObject<typeof filters>>;

export const listVehicles = endpoint({
  method: 'GET',
  path: '/api/vehicles',
  summary: 'Cars of your stores, one page after the other',
  access: readAccess,
  query: {
    ...filters,
    sort: z._default(z.enum(listSorts), 'oldest'),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageMaxSize)), 50),
    /** `next` of the page before, with the same filters and sort. */
    after: z.optional(z.string().check(z.maxLength(200))),
  },
  reply: z.object({ vehicles: z.array(vehicle), next: z.nullable(z.string()) }),
});

export const countVehicles = endpoint({
  method: 'GET',
  path: '/api/fleet/counts',
  summary:
    'How many cars there are by these filters, in all and by age, and what may be filtered by',
  access: readAccess,
  query: filters,
  reply: z.object({
    total: z.number(),
    /** The bucket that is asked for left aside: what choosing another one would show. */
    aging: z.array(z.object({ bucket: z.enum(agingBuckets), count: z.number() })),
    stores: z.array(fields.store),
    makes: z.array(z.string()),
    may: z.object({ add: z.boolean(), seeMoney: z.boolean() }),
  }),
});

export const exportVehicles = endpoint({
  method: 'POST',
  path: '/api/fleet/export',
  summary: 'The cars by these filters as a file; that it was taken is recorded',
  access: readAccess,
  body: {
    ...filters,
    priceFrom: z.optional(fields.cents),
    priceTo: z.optional(fields.cents),
    costFrom: z.optional(fields.cents),
    costTo: z.optional(fields.cents),
    sort: z._default(z.enum(listSorts), 'oldest'),
  },
  reply: file,
  replyType: 'file',
});

/** What somebody may do with a car now. */
const may = z.object({
  edit: z.boolean(),
  seeMoney: z.boolean(),
  /** What it may become, and whether one has to say why. */
  become: z.array(z.object({ status: z.enum(statuses), needsReason: z.boolean() })),
  checkOut: z.boolean(),
  /** The stores it may be sent to. */
  sendTo: z.array(fields.store),
});

export const vehiclePage = z.extend(vehicle, {
  vinReason: z.nullable(z.string()),
  tradedFor: z.nullable(z.object({ id: z.number(), stockNumber: z.string() })),
  pictures: z.array(z.object({ id: z.string(), width: z.number(), height: z.number() })),
  outing: z.nullable(
    z.object({ id: z.number(), holderName: z.string(), outAt: time, dueAt: time }),
  ),
  may,
});
export type VehiclePage = z.output<typeof vehiclePage>;

const params = { vehicleId: idParam };

export const getVehicle = endpoint({
  method: 'GET',
  path: '/api/vehicles/:vehicleId',
  summary: 'One car',
  access: readAccess,
  params,
  reply: vehiclePage,
});

const { vin: _, ...changeable } = fields.facts;

export const addVehicle = endpoint({
  method: 'POST',
  path: '/api/vehicles',
  summary: 'Take a car into stock; the same id again is the same car',
  access: writeAccess,
  body: {
    clientId: z.uuid(),
    ...fields.facts,
    trim: z._default(fields.facts.trim, ''),
    body: z._default(fields.facts.body, ''),
    exterior: z._default(fields.facts.exterior, ''),
    interior: z._default(fields.facts.interior, ''),
    lotLocation: z._default(fields.facts.lotLocation, ''),
    keyTag: z._default(fields.facts.keyTag, ''),
    listCents: z._default(fields.facts.listCents, null),
    msrpCents: z._default(fields.facts.msrpCents, null),
    /** Why the VIN counts although its check digit does not fit. */
    vinReason: z.optional(fields.reason),
    /** Left out: the next number of its store and kind. */
    stockNumber: z.optional(fields.stockNumber),
    /** The car it was taken in trade for: its number is that one's with a letter. */
    tradedForId: z.optional(idParam),
    status: z.optional(fields.firstStatus),
    costCents: z.optional(fields.moneyFacts.costCents),
    packCents: z.optional(fields.moneyFacts.packCents),
    floorplan: z.optional(fields.moneyFacts.floorplan),
  },
  reply: vehiclePage,
  status: 201,
});

export const changeVehicle = endpoint({
  method: 'PATCH',
  path: '/api/vehicles/:vehicleId',
  summary: 'Change what is known of a car, unless somebody else changed it meanwhile',
  access: writeAccess,
  params,
  body: {
    version,
    vin: z.optional(fields.facts.vin),
    vinReason: z.optional(fields.reason),
    stockNumber: z.optional(fields.stockNumber),
    store: z.optional(changeable.store),
    year: z.optional(changeable.year),
    make: z.optional(changeable.make),
    model: z.optional(changeable.model),
    trim: z.optional(changeable.trim),
    body: z.optional(changeable.body),
    exterior: z.optional(changeable.exterior),
    interior: z.optional(changeable.interior),
    mileage: z.optional(changeable.mileage),
    condition: z.optional(changeable.condition),
    acquiredOn: z.optional(changeable.acquiredOn),
    acquiredFrom: z.optional(changeable.acquiredFrom),
    listCents: z.optional(changeable.listCents),
    /** Why the price changes; needed where there was one. */
    priceReason: z.optional(fields.reason),
    msrpCents: z.optional(changeable.msrpCents),
    lotLocation: z.optional(changeable.lotLocation),
    keyTag: z.optional(changeable.keyTag),
    costCents: z.optional(fields.moneyFacts.costCents),
    packCents: z.optional(fields.moneyFacts.packCents),
    floorplan: z.optional(fields.moneyFacts.floorplan),
  },
  reply: vehiclePage,
});

export const setStatus = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/status',
  summary: 'Say what became of a car',
  access: writeAccess,
  params,
  body: { version, status: z.enum(statuses), reason: z.optional(fields.reason) },
  reply: vehiclePage,
});

export const findVin = endpoint({
  method: 'GET',
  path: '/api/fleet/vin',
  summary: 'Whether the group has a car with this VIN, and where',
  access: writeAccess,
  query: { vin: fields.facts.vin },
  reply: z.object({
    known: z.nullable(
      z.object({
        store: fields.store,
        /** Only of a car of one's own stores. */
        car: z.nullable(
          z.object({ id: z.number(), stockNumber: z.string(), status: z.enum(statuses) }),
        ),
      }),
    ),
  }),
});

/** Goes to whoever may see the cars of the store; the car is then asked for again. */
export const vehicleChanged = serverEvent('vehicle_changed', {
  id: z.number(),
  store: fields.store,
});
