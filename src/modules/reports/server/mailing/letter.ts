import { storeNames } from '../../../../platform/contract/names.ts';
import type { Description, Figures, Measure, Report } from '../../contract/report.ts';
import type { View } from '../../contract/views.ts';
import type { Question } from '../../contract.ts';
import { changeOf, spanWords, wordsOf } from './words.ts';

const rowsAtMost = 30;
const columnsAtMost = 3;

interface Given {
  view: Pick<View, 'id' | 'name' | 'question'>;
  /** As whoever it goes to may read it. */
  description: Description;
  report: Report;
  firstName: string;
  /** Why it comes, to end a sentence. */
  reason: string;
  publicUrl: string;
}

/** What the mail of a view is filled with: nothing that is not in the answer to its reader. */
export function valuesOf({ view, description, report, firstName, reason, publicUrl }: Given) {
  const leading = description.leading.flatMap(
    (id) => description.measures.find((measure) => measure.id === id) ?? [],
  );
  const columns = leading.slice(0, columnsAtMost);
  const [first, second, third] = columns;
  const shown = report.rows.slice(0, rowsAtMost);
  const left = report.rows.length - shown.length;
  return {
    firstName,
    viewName: view.name,
    about: aboutOf(description, view.question, report),
    period: spanWords(report.span),
    compared: spanWords(report.previous),
    figures: leading.map((measure) => {
      const [now, before] = [report.total.figures, report.total.previous];
      const change = changeOf(now[measure.id], before[measure.id], measure.unit);
      return { label: measure.label, value: said(now, measure), change: change && `(${change})` };
    }),
    by: description.groupings.find(({ id }) => id === report.by)?.label ?? '',
    firstColumn: first?.label ?? '',
    secondColumn: second?.label ?? '',
    thirdColumn: third?.label ?? '',
    rows: shown.map(({ label, figures }) => ({
      label,
      figures: columns.map((one) => `${one.label} ${said(figures, one)}`).join(' · '),
      first: said(figures, first),
      second: said(figures, second),
      third: said(figures, third),
    })),
    more: report.isCut ? 'many' : left > 0 ? String(left) : '',
    reportLink: `${publicUrl}/reports?${addressOf(report.id, view.question)}`,
    reason,
    viewLink: `${publicUrl}/reports?view=${view.id}`,
  };
}

const said = (figures: Figures, measure: Measure | undefined) =>
  measure ? wordsOf(figures[measure.id], measure.unit) : '';

function aboutOf({ title, groupings }: Description, { store }: Question, { narrowed }: Report) {
  const only = narrowed.map(({ by, label }) => {
    const grouping = groupings.find(({ id }) => id === by)?.label;
    return grouping ? `${grouping}: ${label}` : label;
  });
  return [title, store ? storeNames[store] : 'All your stores', ...only].join(' · ');
}

/** As the page takes it; what would be asked for anyway is left out. */
function addressOf(report: string, { period, from, to, store, by, only }: Question): string {
  const asked = { period: period === 'this_month' ? '' : period, from, to, store, by, only };
  const said = Object.entries({ report, ...asked }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return String(new URLSearchParams(said));
}
