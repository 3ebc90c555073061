import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { time } from '../../../platform/contract/fields.ts';
import { floorplanTerms, sources } from './fields.ts';
import { stages } from './recon/stages.ts';
import { classes, conditions, countGroups, places, statuses } from './status.ts';

export const readAccess = { page: 'fleet_operations', feature: 'view_data' } as const;
export const writeAccess = { page: 'fleet_operations', feature: 'create_records' } as const;

export const outingKinds = ['loaner', 'demo', 'test_drive', 'employee', 'service_move'] as const;
export type OutingKind = (typeof outingKinds)[number];

/** Only with `financial_reports`. */
export const money = z.object({
  costCents: z.nullable(z.number()),
  packCents: z.number(),
  /** Actual reconditioning cost, or the estimate where not billed yet. */
  reconCents: z.number(),
  floorplan: z.nullable(
    z.object({
      ...floorplanTerms,
      flooredOn: z.string(),
      /** Null if neither it nor the cost was ever entered. */
      principalCents: z.nullable(floorplanTerms.principalCents),
      /** When the lender got all of it back; until then interest accrues, even after the vehicle is gone. */
      paidOn: z.nullable(z.string()),
      /** What is left of the principal today. */
      balanceCents: z.number(),
      /** Interest since the free days ended, and what today costs. */
      carryCents: z.number(),
      dailyCents: z.number(),
    }),
  ),
  /** List price less cost, reconditioning and pack; null if price or cost is missing. */
  grossCents: z.nullable(z.number()),
});
export type Money = z.output<typeof money>;

/**
 * A vehicle in stock: one stay, from its acquisition until it is gone. `id` is the stay’s, here and wherever another
 * record names a vehicle.
 */
export const vehicle = z.object({
  id: z.number(),
  vin: z.string(),
  store: z.enum(stores),
  stockNumber: z.string(),
  year: z.number(),
  make: z.string(),
  model: z.string(),
  trim: z.string(),
  body: z.string(),
  exterior: z.string(),
  interior: z.string(),
  mileage: z.number(),
  condition: z.enum(conditions),
  /** What the store uses it for. */
  class: z.enum(classes),
  /** Where it is on its way to the line, also while it is sold. */
  place: z.enum(places),
  status: z.enum(statuses),
  inStock: z.boolean(),
  /** What it counts as; null when it is gone. */
  countedAs: z.nullable(z.enum(countGroups)),
  /** When the buyer is promised it; only while it is sold. */
  deliverOn: z.nullable(z.string()),
  acquiredOn: z.string(),
  acquiredFrom: z.enum(sources),
  /** From acquisition until today, or until it left. */
  daysInStock: z.number(),
  listCents: z.nullable(z.number()),
  msrpCents: z.nullable(z.number()),
  lotLocation: z.string(),
  keyTag: z.string(),
  /** Its first photo. */
  pictureId: z.nullable(z.string()),
  recon: z.nullable(z.object({ stage: z.enum(stages), since: time })),
  out: z.nullable(z.object({ kind: z.enum(outingKinds), dueAt: time })),
  /** Destination of an open transfer. */
  movingTo: z.nullable(z.enum(stores)),
  version: z.number(),
  money: z.optional(money),
});
export type Vehicle = z.output<typeof vehicle>;

/** `2024 Ford F-150 XLT` */
export const titleOf = (car: Pick<Vehicle, 'year' | 'make' | 'model' | 'trim'>) =>
  [car.year, car.make, car.model, car.trim].filter(Boolean).join(' ');
