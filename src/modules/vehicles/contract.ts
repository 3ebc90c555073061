import * as z from 'zod/mini';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  instant,
  pageLimit,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { agingBuckets } from './contract/aging.ts';
import { deposit } from './contract/deposits.ts';
import * as fields from './contract/fields.ts';
import { curtailment } from './contract/floorplan.ts';
import { conditions, countGroups, statuses } from './contract/status.ts';
import { readAccess, vehicle, writeAccess } from './contract/vehicle.ts';

export const listSorts = ['oldest', 'newest', 'price', '-price', 'stock', '-cost'] as const;
export type ListSort = (typeof listSorts)[number];
/** In stock, no longer in stock, or both. */
export const listScopes = ['stock', 'gone', 'all'] as const;
export const pageMaxSize = 200;

const centsParam = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(fields.maxCents));

export const filters = {
  q: freeText(100),
  scope: z._default(z.enum(listScopes), 'stock'),
  store: z.optional(fields.store),
  condition: z.optional(z.enum(conditions)),
  /** Those on their way to the line include sold ones. */
  status: z.optional(z.enum(statuses)),
  group: z.optional(z.enum(countGroups)),
  /** Vehicles that are sold or gone whose floorplan isn’t paid off; only with `financial_reports`. */
  payoff: z.optional(z.literal('due')),
  make: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  aging: z.optional(z.enum(agingBuckets)),
  priceFrom: z.optional(centsParam),
  priceTo: z.optional(centsParam),
  /** Only with `financial_reports`. */
  costFrom: z.optional(centsParam),
  costTo: z.optional(centsParam),
};
export type Filters = z.output<z.ZodMiniObject<typeof filters>>;

export const listVehicles = endpoint({
  method: 'GET',
  path: '/api/vehicles',
  summary: 'Vehicles of your stores, paged',
  access: readAccess,
  query: {
    ...filters,
    sort: z._default(z.enum(listSorts), 'oldest'),
    limit: pageLimit(pageMaxSize),
    /** `next` of the previous page, with the same filters and sort. */
    after: z.optional(z.string().check(z.maxLength(200))),
  },
  reply: z.object({ vehicles: z.array(vehicle), next: z.nullable(z.string()) }),
});

export const countVehicles = endpoint({
  method: 'GET',
  path: '/api/fleet/counts',
  summary: 'Number of vehicles matching the filters, in total and by age, and the filter options',
  access: readAccess,
  query: filters,
  reply: z.object({
    total: z.number(),
    /** Ignores the `aging` filter, so that each bucket shows its own count. */
    aging: z.array(z.object({ bucket: z.enum(agingBuckets), count: z.number() })),
    /** Ignores the `group` filter; each vehicle in stock counts in one group. */
    groups: z.array(z.object({ group: z.enum(countGroups), count: z.number() })),
    /** Only with `financial_reports`. */
    payoffsDue: z.optional(z.number()),
    stores: z.array(fields.store),
    makes: z.array(z.string()),
    may: z.object({ add: z.boolean(), seeMoney: z.boolean() }),
  }),
});

export const exportVehicles = endpoint({
  method: 'POST',
  path: '/api/fleet/export',
  summary: 'Vehicles matching the filters as CSV; the export is recorded',
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

/** What the actor may do with the vehicle now. */
const may = z.object({
  edit: z.boolean(),
  seeMoney: z.boolean(),
  /** Allowed statuses, whether a reason is required, and whether it takes back a sale or departure. */
  become: z.array(
    z.object({ status: z.enum(statuses), needsReason: z.boolean(), undoes: z.boolean() }),
  ),
  takeDeposit: z.boolean(),
  checkOut: z.boolean(),
  /** Whether its store can be corrected. */
  changeStore: z.boolean(),
  /** Stores it may be transferred to. */
  sendTo: z.array(fields.store),
});

export const vehiclePage = z.extend(vehicle, {
  vinReason: z.nullable(z.string()),
  /** The open deposit. */
  deposit: z.nullable(deposit),
  /** All its stays in stock at stores of the actor, newest first, this one included. */
  stays: z.array(
    z.object({
      id: z.number(),
      store: fields.store,
      stockNumber: z.string(),
      status: z.enum(statuses),
      acquiredOn: z.string(),
      goneOn: z.nullable(z.string()),
    }),
  ),
  /** Only with `financial_reports`. */
  curtailments: z.optional(z.array(curtailment)),
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
  summary: 'One vehicle',
  access: readAccess,
  params,
  reply: vehiclePage,
});

const { vin: _, ...changeable } = fields.facts;

export const addVehicle = endpoint({
  method: 'POST',
  path: '/api/vehicles',
  summary: 'Add a vehicle to stock; repeating the clientId returns the same one',
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
    class: z._default(fields.facts.class, 'retail'),
    listCents: z._default(fields.facts.listCents, null),
    msrpCents: z._default(fields.facts.msrpCents, null),
    /** Why the VIN is accepted although its check digit doesn't match. */
    vinReason: z.optional(fields.reason),
    /** Defaults to the next number of its store and kind. */
    stockNumber: z.optional(fields.stockNumber),
    /** The vehicle it was traded in for; its number becomes that one's plus a letter. */
    tradedForId: z.optional(id),
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
  summary: 'Change a vehicle; 409 if someone else changed it since `version`',
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
    /** Reason for the price change; required if there was a price. */
    priceReason: z.optional(fields.reason),
    msrpCents: z.optional(changeable.msrpCents),
    lotLocation: z.optional(changeable.lotLocation),
    keyTag: z.optional(changeable.keyTag),
    class: z.optional(changeable.class),
    /** When the buyer is promised it; only while it is sold. */
    deliverOn: z.optional(z.nullable(calendarDate)),
    costCents: z.optional(fields.moneyFacts.costCents),
    packCents: z.optional(fields.moneyFacts.packCents),
    floorplan: z.optional(fields.moneyFacts.floorplan),
  },
  reply: vehiclePage,
});

export const setStatus = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/status',
  summary:
    'Change the status of a vehicle; its own place as the status of a sold one undoes the sale',
  access: writeAccess,
  params,
  body: { version, status: z.enum(statuses), reason: z.optional(fields.reason) },
  reply: vehiclePage,
});

export const findVin = endpoint({
  method: 'GET',
  path: '/api/fleet/vin',
  summary: 'Whether the group has, or had, a vehicle with this VIN, and where',
  access: writeAccess,
  query: { vin: fields.facts.vin },
  reply: z.object({
    known: z.nullable(
      z.object({
        store: fields.store,
        /** If not, it can come into stock again. */
        inStock: z.boolean(),
        /** Only if it is in one of the actor's stores. */
        car: z.nullable(
          z.object({ id: z.number(), stockNumber: z.string(), status: z.enum(statuses) }),
        ),
      }),
    ),
  }),
});

/** Sent to everyone who may see the store's vehicles; clients refetch the vehicle. */
export const vehicleChanged = serverEvent('vehicle_changed', {
  id: z.number(),
  store: fields.store,
});

/** The vehicle’s part of every check-out, in whatever module. */
export const driveFields = {
  vehicleId: id,
  plateId: z.optional(z.nullable(id)),
  dueAt: instant,
  milesOut: z.number().check(z.int(), z.minimum(0), z.maximum(fields.maxMiles)),
  /** In eighths. */
  fuelOut: z.number().check(z.int(), z.minimum(0), z.maximum(8)),
  note: freeText(500),
};
/** The last four of a driver’s license. */
export const licenseLastFour = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9]{4}$/, 'Enter the last four letters or digits of the license'),
  );
