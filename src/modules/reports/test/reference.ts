import { addDays } from '../../../platform/contract/wallTime.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { Figures, Report } from '../contract/report.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows as stored
export type Row = Record<string, any>;
type Span = Report['span'];
/** For one store, or all for null. */
export type Calculate = (span: Span, store: string | null) => Figures;

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimezone });
export const dayOf = (at: string) => calendar.format(new Date(at));
export const isIn = ({ from, to }: Span, day: string | null) =>
  day !== null && from <= day && day <= to;
export const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);
export const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
export const mean = (values: readonly number[]) => ratio(sum(values), values.length);
/** Interpolates linearly. */
export function percentile(share: number, values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (place - Math.floor(place));
}
export const sumOf = (rows: readonly Row[], column: string) => sum(rows.map((row) => row[column]));
export const count = (rows: readonly Row[], is: (row: Row) => boolean) => rows.filter(is).length;

export const tables = [
  ...['deals', 'deal_products', 'stock_vehicles', 'repair_orders', 'repair_order_lines', 'leads'],
  ...['stock_curtailments', 'vehicle_recon_steps'],
  ...['chat_requests', 'chat_messages', 'chat_channels', 'employees', 'employee_jobs'],
  ...['time_off_requests', 'time_off_days'],
] as const;
export type AllRows = Record<(typeof tables)[number], Row[]>;

const isRetail = ({ type, status }: Row) =>
  ['retail', 'lease'].includes(type) && ['delivered', 'funded'].includes(status);
const frontOf = (deal: Row) =>
  deal.cost_cents === 0
    ? 0
    : deal.price_cents -
      deal.cost_cents -
      deal.recon_cents -
      deal.pack_cents -
      (deal.trade_acv_cents === null ? 0 : deal.trade_allowance_cents - deal.trade_acv_cents);

export const sales =
  ({ deals, stock_vehicles: vehicles }: AllRows): Calculate =>
  (span, store) => {
    const delivered = deals.filter(
      (deal) => isIn(span, deal.delivered_on) && (store === null || deal.store === store),
    );
    const units = delivered.filter(isRetail);
    const daysInStock = units.flatMap((deal) => {
      const vehicle = vehicles.find(({ id }) => id === deal.vehicle_id);
      return vehicle && vehicle.acquired_on <= deal.delivered_on
        ? [days(vehicle.acquired_on, deal.delivered_on)]
        : [];
    });
    return {
      units: units.length,
      new: count(units, ({ condition }) => condition === 'new'),
      used: count(units, ({ condition }) => condition === 'used' || condition === 'cpo'),
      amount: sumOf(units, 'price_cents'),
      averagePrice: ratio(sumOf(units, 'price_cents'), units.length),
      frontGross: sum(units.map(frontOf)),
      frontPerUnit: ratio(sum(units.map(frontOf)), units.length),
      stockDays: mean(daysInStock),
      tradeShare: ratio(
        count(units, (deal) => deal.trade_vehicle !== null),
        units.length,
      ),
      wholesale: count(delivered, ({ type }) => ['wholesale', 'dealer_trade'].includes(type)),
    };
  };

export const finance =
  ({ deals, deal_products }: AllRows): Calculate =>
  (span, store) => {
    const units = deals.filter(
      (deal) =>
        isRetail(deal) && isIn(span, deal.delivered_on) && (store === null || deal.store === store),
    );
    const products = Map.groupBy(deal_products, ({ deal_id }) => deal_id);
    const sold = units.flatMap(({ id }) => products.get(id) ?? []);
    const earned = sum(
      sold.map(({ price_cents, cost_cents }) =>
        cost_cents === null ? 0 : price_cents - cost_cents,
      ),
    );
    const reserve = sumOf(units, 'reserve_cents');
    const shareWith = (kind: string) =>
      ratio(
        count(units, ({ id }) => (products.get(id) ?? []).some((one) => one.kind === kind)),
        units.length,
      );
    const funded = units.filter(({ funded_on }) => funded_on !== null);
    return {
      units: units.length,
      reserve,
      productsGross: earned,
      backGross: reserve + earned,
      backPerUnit: ratio(reserve + earned, units.length),
      totalPerUnit: ratio(reserve + earned + sum(units.map(frontOf)), units.length),
      productsPerDeal: ratio(sold.length, units.length),
      contractShare: shareWith('service_contract'),
      gapShare: shareWith('gap'),
      maintenanceShare: shareWith('maintenance'),
      financeShare: ratio(
        count(units, ({ method }) => method === 'finance' || method === 'lease'),
        units.length,
      ),
      inTransit: count(units, ({ status }) => status === 'delivered'),
      fundingDays: mean(funded.map((deal) => days(deal.delivered_on, deal.funded_on))),
    };
  };

export const inventory =
  ({ stock_vehicles: vehicles, deals, stock_curtailments }: AllRows): Calculate =>
  ({ to }, store) => {
    const stock = vehicles.filter(
      (vehicle) =>
        (store === null || vehicle.store === store) &&
        vehicle.acquired_on <= to &&
        (vehicle.gone_on === null
          ? !['delivered', 'wholesale', 'transferred'].includes(vehicle.status)
          : vehicle.gone_on > to),
    );
    const units = stock.length;
    const month = { from: addDays(to, -29), to };
    const sold = count(
      deals,
      (deal) =>
        isRetail(deal) &&
        isIn(month, deal.delivered_on) &&
        (store === null || deal.store === store),
    );
    const groupOf = (vehicle: Row) => {
      if (vehicle.sold_on !== null && vehicle.sold_on <= to) return 'sold';
      if (vehicle.class !== 'retail') return 'loaner';
      return vehicle.arrived_on === null || vehicle.arrived_on > to ? 'in_transit' : 'on_ground';
    };
    const ground = stock.filter((vehicle) => groupOf(vehicle) === 'on_ground');
    const aged = ground.filter((vehicle) => days(vehicle.acquired_on, to) > 60);
    const paidOf = ({ id }: Row, day: string) =>
      sumOf(
        stock_curtailments.filter(
          ({ unit_id, paid_on }) => unit_id === id && paid_on !== null && paid_on <= day,
        ),
        'cents',
      );
    const floored = stock.filter(
      (vehicle) =>
        vehicle.floored_on !== null &&
        vehicle.floored_on <= to &&
        (vehicle.floorplan_paid_on === null || vehicle.floorplan_paid_on > to),
    );
    const balanceOf = (vehicle: Row) => Math.max(0, vehicle.floorplan_cents - paidOf(vehicle, to));
    return {
      units,
      onGround: ground.length,
      inTransit: count(stock, (vehicle) => groupOf(vehicle) === 'in_transit'),
      soldNotDelivered: count(stock, (vehicle) => groupOf(vehicle) === 'sold'),
      loaners: count(stock, (vehicle) => groupOf(vehicle) === 'loaner'),
      new: count(stock, ({ condition }) => condition === 'new'),
      used: count(stock, ({ condition }) => condition !== 'new'),
      value: sumOf(stock, 'cost_cents'),
      listValue: sumOf(stock, 'list_cents'),
      stockDays: mean(ground.map((vehicle) => days(vehicle.acquired_on, to))),
      agedShare: ratio(aged.length, ground.length),
      agedValueShare: ratio(sumOf(aged, 'cost_cents'), sumOf(ground, 'cost_cents')),
      daysSupply: ratio(ground.length, sold / 30),
      turn: ground.length === 0 ? null : 365 / (ground.length / (sold / 30)),
      floored: sum(floored.map(balanceOf)),
      interest: sum(
        floored
          .filter((vehicle) => days(vehicle.floored_on, to) >= vehicle.floorplan_free_days)
          .map(
            (vehicle) =>
              (balanceOf(vehicle) * (vehicle.floorplan_rate_bps / 10_000)) /
              vehicle.floorplan_year_days,
          ),
      ),
    };
  };

export const recon =
  ({ stock_vehicles: vehicles, vehicle_recon_steps }: AllRows): Calculate =>
  (span, store) => {
    const own = vehicles.filter((vehicle) => store === null || vehicle.store === store);
    const steps = Map.groupBy(
      vehicle_recon_steps.toSorted((a, b) => a.id - b.id),
      ({ unit_id }) => unit_id,
    );
    const cars = own.flatMap((vehicle) => {
      const since = (steps.get(vehicle.id) ?? []).filter(
        ({ entered_at }) => dayOf(entered_at) >= vehicle.acquired_on,
      );
      const at = since.findIndex(({ stage }) => stage === 'frontline');
      const done = since[at];
      if (!done || !isIn(span, dayOf(done.entered_at))) return [];
      const costs = since
        .slice(0, at + 1)
        .map((step) => step.actual_cents ?? step.estimate_cents)
        .filter((cost) => cost !== null);
      return [
        {
          days: days(vehicle.acquired_on, dayOf(done.entered_at)),
          cost: costs.length === 0 ? null : sum(costs),
        },
      ];
    });
    const finishedSteps = own
      .flatMap(({ id }) => steps.get(id) ?? [])
      .filter(
        ({ stage, left_at }) =>
          stage !== 'frontline' && left_at !== null && isIn(span, dayOf(left_at)),
      );
    const daysToLine = cars.map((vehicle) => vehicle.days);
    return {
      cars: cars.length,
      daysToLine: percentile(0.5, daysToLine),
      slowDaysToLine: percentile(0.9, daysToLine),
      late: daysToLine.filter((one) => one > 5).length,
      cost: mean(cars.map(({ cost }) => cost).filter((cost) => cost !== null)),
      steps: finishedSteps.length,
      stageDays: percentile(
        0.5,
        finishedSteps.map((step) => days(step.entered_at, step.left_at)),
      ),
    };
  };
