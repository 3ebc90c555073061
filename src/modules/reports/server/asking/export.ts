import type { StoredFile } from '../../../../platform/contract/endpoint.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Column, Report, Unit } from '../../contract/report.ts';
import type * as calls from '../../contract.ts';
import type { Question } from '../../contract.ts';
import { findReport } from '../all.ts';
import { type Scope, scopeOf } from '../policy.ts';
import type { Measure } from '../report.ts';
import { getReport } from './ask.ts';
import { measuresFor } from './describe.ts';
import { checkQuestion } from './question.ts';
import { linesAtMost, readAllRecords } from './records.ts';

type Lines = string[][];

/** Figures or records as a file, and a line in the log of who took them. */
export function exportReport(platform: Platform): Handler<typeof calls.exportReport> {
  return async ({ actor, params, body: { what, ...question }, ip }): Promise<StoredFile> => {
    const sight = scopeOf(actor);
    const { title } = findReport(params.report);
    const { name, lines } =
      what === 'figures'
        ? await figureLines(platform, sight, params.report, question)
        : await recordLines(platform, sight, params.report, question);
    await recordActivity(platform.db, {
      actor,
      action: 'reports.exported',
      subject: { type: 'report', id: params.report, name: title },
      after: { what, lines: lines.length - 1, ...question },
      ip,
    });
    return csvFile(name, lines);
  };
}

async function figureLines(
  platform: Platform,
  sight: Scope,
  id: Report['id'],
  question: Question,
): Promise<{ name: string; lines: Lines }> {
  const told = await getReport(platform, sight, id, question, { rows: linesAtMost });
  return { name: fileName(id, told.span), lines: toLines(told, sight) };
}

/** A line for each row and one for all together; each measure in the span and in what it is compared with. */
export function toLines(told: Report, sight: Scope): Lines {
  const report = findReport(told.id);
  const measures = measuresFor(report, sight);
  const { span, previous, yearBefore } = told;
  const dates = [span, previous, yearBefore].map(({ from, to }) => `${from} to ${to}`);
  const head = measures.flatMap((measure) => dates.map((days) => `${titleOf(measure)}, ${days}`));
  const grouping = report.groupings.find((one) => one.id === told.by)?.label ?? told.by;
  const rows = [...told.rows, { label: 'All', ...told.total }];
  return [
    [grouping, ...head],
    ...rows.map((row) => [
      row.label,
      ...measures.flatMap(({ id, unit }) =>
        [row.figures, row.previous, row.yearBefore].map((figures) =>
          toText(figures[id] ?? null, unit),
        ),
      ),
    ]),
  ];
}

async function recordLines(
  { db }: Platform,
  sight: Scope,
  id: Report['id'],
  question: Question,
): Promise<{ name: string; lines: Lines }> {
  const circumstances = { timezone: await getTimezone(db), now: new Date() };
  const checked = checkQuestion(sight, id, question, circumstances);
  const { columns, records, next } = await readAllRecords(db, checked);
  // Nobody who adds it up may think that it is all of them.
  const cut = next === null ? '' : `-latest-${linesAtMost}`;
  return {
    name: fileName(`${id}-records`, checked.asked.span, cut),
    lines: [
      columns.map(titleOf),
      ...records.map(({ cells }) => columns.map(({ kind }, at) => toText(cells[at] ?? null, kind))),
    ],
  };
}

const fileName = (what: string, { from, to }: Report['span'], cut = '') =>
  `${what}-${from}-to-${to}${cut}.csv`;

const signs: Partial<Record<Column['kind'], string>> = {
  cents: '$',
  share: '%',
  hours: 'hours',
  days: 'days',
  minutes: 'minutes',
};
const titleOf = (told: Pick<Measure, 'label' | 'unit'> | Column): string => {
  const sign = signs['unit' in told ? told.unit : told.kind];
  return sign ? `${told.label} (${sign})` : told.label;
};

/** As a spreadsheet reads it: dollars, hundredths, and at most two decimals. */
function toText(value: string | number | null, kind: Unit | Column['kind']): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'cents') return (value / 100).toFixed(2);
  return String(Number((kind === 'share' ? value * 100 : value).toFixed(2)));
}
