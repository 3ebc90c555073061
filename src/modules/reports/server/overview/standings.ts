import type { Store } from '../../../../platform/contract/access.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { Span } from '../../contract/period.ts';
import type { Figures, ReportId } from '../../contract/report.ts';
import type { Scope } from '../policy.ts';
import { compareRows, figuresOf } from '../query/compare.ts';
import { readNothing } from '../query/getReport.ts';
import { type QueryContext, validateQuery } from '../query/validate.ts';

interface StandingQuery {
  report: ReportId;
  only: string;
}

/** The figures of a report for each store and in total. */
export interface Standing extends StandingQuery {
  span: Span;
  previous: Span;
  rows: { store: Store | null; figures: Figures; previous: Figures }[];
}

const unread = { rows: [], total: {} };

/** Month to date and the same days of last month; the year before is not read. */
export async function readStanding(
  db: Platform['db'],
  scope: Scope,
  { report: id, only }: StandingQuery,
  context: QueryContext,
): Promise<Standing> {
  const reportQuery = { period: 'this_month' as const, by: 'store', only };
  const valid = validateQuery(scope, id, reportQuery, context);
  const { report, query, previous } = valid;
  const [since, current, before, nothing] = await Promise.all([
    report.since(db, query),
    report.read(db, query, 'store'),
    report.read(db, previous, 'store'),
    readNothing(db, valid),
  ]);
  const none = figuresOf(nothing, report, scope);
  const spans = { current, previous: before, yearBefore: unread };
  const { rows, total } = compareRows(
    valid,
    spans,
    { since, nothing: none, noRow: none },
    scope.stores.length,
  );
  return {
    report: id,
    only,
    span: query.span,
    previous: previous.span,
    rows: [
      ...scope.stores.map((store) => {
        const found = rows.find(({ key }) => key === store);
        if (found) return { store, figures: found.figures, previous: found.previous };
        // The store has records, but none for these days.
        const isKnown = since.some((one) => one.store === store && one.since !== null);
        return { store, figures: isKnown ? none : {}, previous: isKnown ? none : {} };
      }),
      { store: null, figures: total.figures, previous: total.previous },
    ],
  };
}
