import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Brand, Headline, Stats } from '../contract.ts';
import { type ActiveCustomers, readActiveCustomers } from './figures/customers.ts';
import { earliest, type Line, lineOf, type Part } from './figures/lines.ts';
import { type KnownModel, modelsOf } from './figures/models.ts';
import { readFirstOrder, readOrders } from './figures/orders.ts';
import { type Period, periodOf, type Span, spansOf } from './figures/period.ts';
import { readFirstSales, readModels, readSales, type SalesRow } from './figures/sales.ts';
import { readStandings, standingOf } from './figures/standings.ts';
import type { Scope } from './policy.ts';

interface StatsOptions {
  timezone: string;
  now: number;
  models: readonly KnownModel[];
  /** Caches counts that are expensive and rarely change. */
  remember?: (read: () => Promise<Past>) => Promise<Past>;
}

interface Past {
  orders: Part[];
  customers: ActiveCustomers[];
}

type Read = Awaited<ReturnType<typeof readAll>>;

/** The figures as of an instant, limited to what this scope may see. */
export async function calculateStats(
  db: Db<AnyTables>,
  scope: Scope,
  { timezone, now, models, remember = (read) => read() }: StatsOptions,
): Promise<Stats> {
  const period = periodOf(timezone, now);
  const [past, recent] = await Promise.all([
    remember(() => readCounts(db, scope, period, spansOf(period).past)),
    readAll(db, scope, period, new Date(now)),
  ]);
  const read = {
    ...recent,
    orders: [...past.orders, ...recent.orders],
    customers: [...past.customers, ...recent.customers],
  };
  const lines = linesOf(period, read);
  return {
    ...pick(lines, (line) => line.now),
    before: pick(lines, (line) => line.before),
    days: period.days,
    months: period.months,
    history: pick(lines, (line) => line.months),
    brands: scope.stores.map((store) => {
      const units = unitsOf(period, read, store);
      return {
        store,
        units: units.now,
        before: units.before,
        models: modelsOf(store, read.models, models),
        months: units.months,
        ...(scope.gross && { grossCents: grossOf(period, read, store).months }),
      };
    }),
    ...(scope.standings && {
      standings: read.standings.map((row) =>
        standingOf(row, {
          scope,
          period,
          units: unitsOf(period, read, row.store),
          sales: read.sales,
        }),
      ),
    }),
  };
}

async function readAll(db: Db<AnyTables>, scope: Scope, period: Period, now: Date) {
  const { stores } = scope;
  const [counts, sales, firsts, firstOrder, models, standings] = await Promise.all([
    readCounts(db, scope, period, spansOf(period).recent),
    readSales(db, stores, period),
    readFirstSales(db, stores),
    readFirstOrder(db, stores, period),
    readModels(db, stores, period),
    scope.standings ? readStandings(db, stores, period, now) : [],
  ]);
  return { ...counts, sales, firsts, firstOrder, models, standings };
}

async function readCounts(
  db: Db<AnyTables>,
  { stores }: Scope,
  period: Period,
  span: Span,
): Promise<Past> {
  const [orders, customers] = await Promise.all([
    readOrders(db, stores, period, span),
    readActiveCustomers(db, stores, period, span),
  ]);
  return { orders, customers };
}

function linesOf(period: Period, read: Read): Record<Headline, Line> {
  const sold = earliest(read.firsts.map(({ since }) => since));
  const cents = salesLine(period, read.sales, sold, ({ priceCents }) => priceCents);
  return {
    totalSales: {
      now: cents.now / 100,
      before: cents.before / 100,
      months: cents.months.map((value) => value && value / 100),
    },
    vehiclesSold: salesLine(period, read.sales, sold, ({ units }) => units),
    serviceOrders: lineOf(period, read.orders, read.firstOrder),
    activeCustomers: customerLine(period, read),
  };
}

/** A customer may be active more than once a month, so parts of a month cannot be summed. */
function customerLine({ months }: Period, { customers }: Read): Line {
  const first = Math.min(...customers.map(({ month }) => month));
  const of = (month: number) => customers.find((one) => one.month === month);
  return {
    now: of(months.length - 1)?.customers ?? 0,
    before: of(months.length - 2)?.early ?? 0,
    months: months.map((_, at) => (at < first ? null : (of(at)?.customers ?? 0))),
  };
}

const unitsOf = (period: Period, read: Read, store: Brand['store']) =>
  storeLine(period, read, store, ({ units }) => units);
const grossOf = (period: Period, read: Read, store: Brand['store']) =>
  storeLine(period, read, store, ({ frontCents, backCents }) => frontCents + backCents);

function storeLine(
  period: Period,
  { sales, firsts }: Read,
  store: Brand['store'],
  of: (row: SalesRow) => number,
): Line {
  const since = firsts.find((one) => one.store === store)?.since ?? null;
  const own = sales.filter((row) => row.store === store);
  return salesLine(period, own, since, of);
}

const salesLine = (
  period: Period,
  rows: readonly SalesRow[],
  since: string | null,
  of: (row: SalesRow) => number,
) =>
  lineOf(
    period,
    rows.map((row) => ({ part: row.part, value: of(row) })),
    since,
  );

const pick = <T>(lines: Record<Headline, Line>, of: (line: Line) => T): Record<Headline, T> => ({
  totalSales: of(lines.totalSales),
  vehiclesSold: of(lines.vehiclesSold),
  serviceOrders: of(lines.serviceOrders),
  activeCustomers: of(lines.activeCustomers),
});
