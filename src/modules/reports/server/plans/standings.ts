import type { Store } from '../../../../platform/contract/access.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { Span } from '../../contract/period.ts';
import type { Figures, ReportId } from '../../contract/report.ts';
import { readNothing } from '../asking/ask.ts';
import { compareRows, figuresOf } from '../asking/compare.ts';
import { checkQuestion } from '../asking/question.ts';
import type { Scope } from '../policy.ts';

interface Asking {
  report: ReportId;
  only: string;
}

/** How a report stands in each store, and in all of them together. */
export interface Standing extends Asking {
  span: Span;
  previous: Span;
  rows: { store: Store | null; figures: Figures; previous: Figures }[];
}

interface Circumstances {
  timezone: string;
  now: Date;
}

const unread = { rows: [], total: {} };

/** The month so far beside the same days of the last one; of a year ago nothing is read. */
export async function readStanding(
  db: Platform['db'],
  sight: Scope,
  { report: id, only }: Asking,
  circumstances: Circumstances,
): Promise<Standing> {
  const question = { period: 'this_month' as const, by: 'store', only };
  const checked = checkQuestion(sight, id, question, circumstances);
  const { report, asked, previous } = checked;
  const [since, current, before, nothing] = await Promise.all([
    report.since(db, asked),
    report.read(db, asked, 'store'),
    report.read(db, previous, 'store'),
    readNothing(db, checked),
  ]);
  const none = figuresOf(nothing, report, sight);
  const spans = { current, previous: before, yearBefore: unread };
  const { rows, total } = compareRows(
    checked,
    spans,
    { since, nothing: none, noRow: none },
    sight.stores.length,
  );
  return {
    ...{ report: id, only, span: asked.span, previous: previous.span },
    rows: [
      ...sight.stores.map((store) => {
        const found = rows.find(({ key }) => key === store);
        if (found) return { store, figures: found.figures, previous: found.previous };
        // Records there are, but none of these days.
        const isKnown = since.some((one) => one.store === store && one.since !== null);
        return { store, figures: isKnown ? none : {}, previous: isKnown ? none : {} };
      }),
      { store: null, figures: total.figures, previous: total.previous },
    ],
  };
}
