import { addDays } from '../../../src/platform/contract/wallTime.ts';
import type { DemoCar } from './cars.ts';

interface DemoCurtailment {
  cents: number;
  due_on: string;
  paid_on: string | null;
}

export const noFloorplan = {
  floorplan_lender: null,
  floored_on: null,
  floorplan_rate_bps: null,
  floorplan_cents: null,
  floorplan_year_days: null,
  floorplan_free_days: null,
  floorplan_paid_on: null,
} as const;

/** The terms of the group’s lender: the invoice, a year of 360 days, and half a month free. */
export const floorplanOf = ({
  acquiredOn,
  costCents,
  paidOn = null,
}: {
  acquiredOn: string;
  costCents: number;
  paidOn?: string | null;
}) =>
  ({
    floorplan_lender: 'Prairie Floorplan Bank',
    floored_on: acquiredOn,
    floorplan_rate_bps: 725,
    floorplan_cents: costCents,
    floorplan_year_days: 360,
    floorplan_free_days: 15,
    floorplan_paid_on: paidOn,
  }) as const;

/** After 90 days the lender wants a tenth back, and another one a month later. */
export function curtailmentsOf(car: DemoCar, today: string): DemoCurtailment[] {
  if (car.condition !== 'new' || car.place === 'in_transit') return [];
  return [90, 120].flatMap((days) => {
    const dueOn = addDays(car.acquiredOn, days);
    if (dueOn > addDays(today, 14)) return [];
    const cents = Math.round(car.costCents / 10_000) * 1_000;
    return [{ cents, due_on: dueOn, paid_on: dueOn < addDays(today, -3) ? dueOn : null }];
  });
}
