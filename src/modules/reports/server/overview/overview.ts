import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { previousOf, spanOf } from '../../contract/period.ts';
import type { Figures, Measure, ReportId } from '../../contract/report.ts';
import type * as calls from '../../contract.ts';
import { type Scope, scopeOf } from '../policy.ts';
import { describe, scopeKey } from '../query/describe.ts';
import {
  type Closed,
  closedAt,
  paceOf,
  readClosed,
  readTargets,
  sumOf,
  type Target,
} from '../query/goals.ts';
import { readStanding, type Standing } from './standings.ts';

type Overview = AnswerOf<typeof calls.getOverview>;

interface OverviewColumn {
  report: ReportId;
  measure: string;
  /** Filters in the URL format. */
  only?: string;
  /** A rate: targets of stores do not add up, and it has no projection. */
  isRate?: true;
}

const usedOnly = 'condition:used';

const overviewColumns: readonly OverviewColumn[] = [
  { report: 'sales', measure: 'units' },
  { report: 'sales', measure: 'new' },
  { report: 'sales', measure: 'used' },
  { report: 'sales', measure: 'frontGross' },
  { report: 'finance', measure: 'backGross' },
  { report: 'finance', measure: 'totalPerUnit', isRate: true },
  { report: 'inventory', measure: 'units' },
  { report: 'inventory', measure: 'agedShare', only: usedOnly, isRate: true },
  { report: 'inventory', measure: 'agedValueShare', only: usedOnly, isRate: true },
  { report: 'inventory', measure: 'interest' },
  { report: 'recon', measure: 'daysToLine', isRate: true },
  { report: 'service', measure: 'orders' },
  { report: 'service', measure: 'laborRate', isRate: true },
  { report: 'service', measure: 'gross' },
  { report: 'leads', measure: 'leads' },
  { report: 'leads', measure: 'answerMinutes', isRate: true },
  { report: 'leads', measure: 'soldShare', isRate: true },
];

interface Column extends OverviewColumn {
  definition: Measure;
}

/** Short, so that a new delivery shows up quickly. */
const seconds = 30;

/** Month-to-date figures by store, cached briefly per scope. */
export async function getOverview(
  { db, cache }: Pick<Platform, 'db' | 'cache'>,
  actor: Actor,
): Promise<Overview> {
  const scope = scopeOf(actor);
  const timezone = await getTimezone(db);
  const now = new Date();
  const today = dateAt(timezone, now.getTime());
  const columns = await columnsFor(db, scope);
  const scopePart = scopeKey(
    scope,
    columns.map(({ report }) => report),
  );
  const key = `reports:overview:${scopePart}:${timezone}:${today}`;
  const [{ asOf, standings }, targets, closed] = await Promise.all([
    cache.remember('apiResponses', key, seconds, async () => ({
      asOf: now.toISOString(),
      standings: await readStandings(db, scope, columns, { timezone, now }),
    })),
    readAllTargets(db, scope.stores, columns, today.slice(0, 7)),
    readClosed(db, scope.stores),
  ]);
  const span = spanOf('this_month', today);
  const data = { columns, standings, targets, closed, stores: scope.stores, span };
  return {
    span,
    previous: previousOf('this_month', span),
    asOf,
    timezone,
    columns: columns.map(({ report, only = '', definition: measure }) => ({
      report,
      only,
      measure,
    })),
    rows: [...scope.stores, null].map((store) => rowOf(store, data)),
  };
}

/** Only the columns this scope may see. */
async function columnsFor(db: Platform['db'], scope: Scope): Promise<Column[]> {
  const described = await describe(db, scope);
  return overviewColumns.flatMap((column) => {
    const report = described.find(({ id }) => id === column.report);
    const definition = report?.measures.find(({ id }) => id === column.measure);
    return definition ? [{ ...column, definition }] : [];
  });
}

type OverviewQuery = Pick<OverviewColumn, 'report' | 'only'>;

const isSame = (a: OverviewQuery, b: OverviewQuery) =>
  a.report === b.report && (a.only ?? '') === (b.only ?? '');

/** Reads each report once, however many columns use it. */
const readStandings = (
  db: Platform['db'],
  scope: Scope,
  columns: readonly Column[],
  context: { timezone: string; now: Date },
): Promise<Standing[]> =>
  Promise.all(
    columns
      .filter((column, at) => columns.findIndex((other) => isSame(other, column)) === at)
      .map(({ report, only = '' }) => readStanding(db, scope, { report, only }, context)),
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

interface OverviewData {
  columns: readonly Column[];
  standings: readonly Standing[];
  targets: Targets;
  closed: readonly Closed[];
  stores: readonly Store[];
  span: Overview['span'];
}

/** One store, or the total for null. */
function rowOf(store: Store | null, data: OverviewData): Overview['rows'][number] {
  const { columns } = data;
  const stores = store ? [store] : data.stores;
  const each = (of: (column: Column) => number | null): Figures =>
    Object.fromEntries(columns.map((column) => [nameOf(column), of(column)]));
  const found = (column: Column) => findRow(data, column, store);
  return {
    store,
    figures: each((column) => found(column)?.figures[column.measure] ?? null),
    previous: each((column) => found(column)?.previous[column.measure] ?? null),
    targets: each((column) => targetOf(data, column, stores)),
    pace: each((column) => sumOf(stores.map((one) => paceIn(data, column, one)))),
  };
}

const nameOf = ({ report, measure }: OverviewColumn) => `${report}.${measure}`;

const findRow = ({ standings }: OverviewData, column: Column, store: Store | null) =>
  standings.find((one) => isSame(one, column))?.rows.find((row) => row.store === store);

/** The sum for several stores, if each has a target. */
function targetOf(
  { targets }: OverviewData,
  column: Column,
  stores: readonly Store[],
): number | null {
  if (column.only || (column.isRate && stores.length > 1)) return null;
  const own = (targets.get(column.report) ?? []).filter(
    ({ measure }) => measure === column.measure,
  );
  return sumOf(stores.map((store) => own.find((one) => one.store === store)?.value ?? null));
}

function paceIn(data: OverviewData, column: Column, store: Store): number | null {
  if (!column.definition.isTarget || column.isRate || column.only) return null;
  const reached = findRow(data, column, store)?.figures[column.measure] ?? 0;
  return paceOf(data.span, reached, closedAt(data.closed, store));
}
