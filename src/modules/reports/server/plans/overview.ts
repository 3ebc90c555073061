import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { previousOf, spanOf } from '../../contract/period.ts';
import type { Figures, Measure } from '../../contract/report.ts';
import type * as calls from '../../contract.ts';
import { describe, scopeKey } from '../asking/describe.ts';
import { type Closed, paceOf, readClosed } from '../asking/goals.ts';
import { type Scope, scopeOf } from '../policy.ts';
import { type OverviewColumn, overviewColumns } from './columns.ts';
import { readStanding, type Standing } from './standings.ts';
import { readTargets, type Target } from './targets.ts';

type Overview = AnswerOf<typeof calls.getOverview>;

interface Column extends OverviewColumn {
  told: Measure;
}

/** Not longer: whoever has just delivered a car wants to see it. */
const seconds = 30;

/** Store beside store in the month so far; whoever sees the same is answered the same for a moment. */
export async function getOverview(
  { db, cache }: Pick<Platform, 'db' | 'cache'>,
  actor: Actor,
): Promise<Overview> {
  const sight = scopeOf(actor);
  const timezone = await getTimezone(db);
  const now = new Date();
  const today = dateAt(timezone, now.getTime());
  const columns = columnsFor(sight);
  const alike = scopeKey(
    sight,
    columns.map(({ report }) => report),
  );
  const key = `reports:overview:${alike}:${timezone}:${today}`;
  const [{ asOf, standings }, targets, closed] = await Promise.all([
    cache.remember('apiResponses', key, seconds, async () => ({
      asOf: now.toISOString(),
      standings: await readStandings(db, sight, columns, { timezone, now }),
    })),
    readAllTargets(db, sight.stores, columns, today.slice(0, 7)),
    readClosed(db, sight.stores),
  ]);
  const span = spanOf('this_month', today);
  const told = { columns, standings, targets, closed, stores: sight.stores, span };
  return {
    ...{ span, previous: previousOf('this_month', span), asOf, timezone },
    columns: columns.map(({ report, only = '', told: measure }) => ({ report, only, measure })),
    rows: [...sight.stores, null].map((store) => rowOf(store, told)),
  };
}

/** Only what this person may know of the reports they may read. */
function columnsFor(sight: Scope): Column[] {
  const described = describe(sight);
  return overviewColumns.flatMap((column) => {
    const report = described.find(({ id }) => id === column.report);
    const told = report?.measures.find(({ id }) => id === column.measure);
    return told ? [{ ...column, told }] : [];
  });
}

type OverviewQuery = Pick<OverviewColumn, 'report' | 'only'>;

const isSame = (a: OverviewQuery, b: OverviewQuery) =>
  a.report === b.report && (a.only ?? '') === (b.only ?? '');

/** Each report once, however many columns it has. */
const readStandings = (
  db: Platform['db'],
  sight: Scope,
  columns: readonly Column[],
  circumstances: { timezone: string; now: Date },
): Promise<Standing[]> =>
  Promise.all(
    columns
      .filter((column, at) => columns.findIndex((other) => isSame(other, column)) === at)
      .map(({ report, only = '' }) => readStanding(db, sight, { report, only }, circumstances)),
  );

type Targets = ReadonlyMap<string, readonly Target[]>;

async function readAllTargets(
  db: Platform['db'],
  stores: readonly Store[],
  columns: readonly Column[],
  month: string,
): Promise<Targets> {
  const ids = [...new Set(columns.map(({ report }) => report))];
  const read = ids.map(async (id) => [id, await readTargets(db, stores, id, month)] as const);
  return new Map(await Promise.all(read));
}

interface OverviewFigure {
  columns: readonly Column[];
  standings: readonly Standing[];
  targets: Targets;
  closed: readonly Closed[];
  stores: readonly Store[];
  span: Overview['span'];
}

/** A store, or all of them together. */
function rowOf(store: Store | null, told: OverviewFigure): Overview['rows'][number] {
  const { columns } = told;
  const stores = store ? [store] : told.stores;
  const each = (of: (column: Column) => number | null): Figures =>
    Object.fromEntries(columns.map((column) => [nameOf(column), of(column)]));
  const found = (column: Column) => findRow(told, column, store);
  return {
    store,
    figures: each((column) => found(column)?.figures[column.measure] ?? null),
    previous: each((column) => found(column)?.previous[column.measure] ?? null),
    targets: each((column) => targetOf(told, column, stores)),
    pace: each((column) => sumOf(stores.map((one) => paceIn(told, column, one)))),
  };
}

const nameOf = ({ report, measure }: OverviewColumn) => `${report}.${measure}`;

const findRow = ({ standings }: OverviewFigure, column: Column, store: Store | null) =>
  standings.find((one) => isSame(one, column))?.rows.find((row) => row.store === store);

/** Of several stores the sum, where each of them has one. */
function targetOf(
  { targets }: OverviewFigure,
  column: Column,
  stores: readonly Store[],
): number | null {
  if (column.only || (column.isRate && stores.length > 1)) return null;
  const own = (targets.get(column.report) ?? []).filter(
    ({ measure }) => measure === column.measure,
  );
  return sumOf(stores.map((store) => own.find((one) => one.store === store)?.value ?? null));
}

function paceIn(told: OverviewFigure, column: Column, store: Store): number | null {
  if (!column.told.isTarget || column.isRate || column.only) return null;
  const row = findRow(told, column, store);
  const reached = row?.figures[column.measure] ?? null;
  if (reached === null) return null;
  return paceOf(told.span, reached, told.closed.find((one) => one.store === store)?.closed ?? []);
}

/** Null where one of them is not known. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (values.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0);
}
