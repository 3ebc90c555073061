import { storeNames } from '../../../../platform/contract/names.ts';
import { changeOf } from '../../contract/figures/change.ts';
import { figureOf } from '../../contract/figures/format.ts';
import { leadingOf, mostRelevantFirst } from '../../contract/figures/order.ts';
import type { Description, Figures, Measure, Report, Row } from '../../contract/report.ts';
import type { View } from '../../contract/views.ts';
import type { ReportQuery } from '../../contract.ts';
import { formatSpan } from './format.ts';

const rowsAtMost = 30;
const columnsAtMost = 3;

interface LetterOptions {
  view: Pick<View, 'id' | 'name' | 'question'>;
  /** Limited to the scope of the recipient. */
  description: Description;
  report: Report;
  firstName: string;
  /** Why it was sent, to end a sentence. */
  reason: string;
  publicUrl: string;
}

/** The template values of a view’s email, taken only from the report as its recipient may read it. */
export function valuesOf({
  view,
  description,
  report,
  firstName,
  reason,
  publicUrl,
}: LetterOptions) {
  const rows = report.rows.filter((row) => hasContent(row, description, report));
  const columns = mostRelevantFirst(description, rows).slice(0, columnsAtMost);
  const [first, second, third] = columns;
  const shown = rows.slice(0, rowsAtMost);
  const left = rows.length - shown.length;
  return {
    firstName,
    viewName: view.name,
    about: aboutOf(description, view.question, report),
    period: formatSpan(report.span),
    compared: formatSpan(report.previous),
    figures: leadingOf(description).map((measure) => {
      const now = report.total.figures;
      const before = report.total.previous;
      const change = changeOf(measure, now[measure.id], before[measure.id]);
      return {
        label: measure.label,
        value: formatTotal(now, measure),
        change: change ? `(${change.figure})` : '',
      };
    }),
    by: description.groupings.find(({ id }) => id === report.by)?.label ?? '',
    firstColumn: first?.label ?? '',
    secondColumn: second?.label ?? '',
    thirdColumn: third?.label ?? '',
    rows: shown.map(({ label, figures }) => ({
      label,
      figures: columns.map((one) => `${one.label} ${formatTotal(figures, one)}`).join(' · '),
      first: formatTotal(figures, first),
      second: formatTotal(figures, second),
      third: formatTotal(figures, third),
    })),
    more: report.isCut ? 'many' : left > 0 ? String(left) : '',
    reportLink: `${publicUrl}/reports?${addressOf(report.id, view.question)}`,
    reason,
    viewLink: `${publicUrl}/reports?view=${view.id}`,
  };
}

/** Empty stores and months are worth listing; other empty rows exist only because of the comparison. */
const hasContent = ({ figures }: Row, { groupings }: Description, { by }: Report) =>
  by === 'month' ||
  groupings.some(({ id, choices }) => id === by && choices !== undefined) ||
  Object.values(figures).some((value) => value !== null && value !== 0);

const formatTotal = (figures: Figures, measure: Measure | undefined) =>
  measure ? figureOf(measure.unit, figures[measure.id]) : '';

function aboutOf({ title, groupings }: Description, { store }: ReportQuery, { narrowed }: Report) {
  const only = narrowed.map(({ by, label }) => {
    const grouping = groupings.find(({ id }) => id === by)?.label;
    return grouping ? `${grouping}: ${label}` : label;
  });
  return [title, store ? storeNames[store] : 'All your stores', ...only].join(' · ');
}

/** The query string of the page, without defaults. */
function addressOf(report: string, { period, from, to, store, by, only }: ReportQuery): string {
  const query = { period: period === 'this_month' ? '' : period, from, to, store, by, only };
  const entries = Object.entries({ report, ...query }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return String(new URLSearchParams(entries));
}
