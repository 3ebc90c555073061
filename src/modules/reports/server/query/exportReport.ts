import type { StoredFile } from '../../../../platform/contract/endpoint.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Context, Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Column, Report, Unit } from '../../contract/report.ts';
import type * as calls from '../../contract.ts';
import type { ReportQuery } from '../../contract.ts';
import { findReport } from '../all.ts';
import { type Scope, scopeOf } from '../policy.ts';
import type { Measure } from '../report.ts';
import { measuresFor } from './describe.ts';
import { getReport } from './getReport.ts';
import { customersIn, readRecords } from './records.ts';
import { validateQuery } from './validate.ts';

type Lines = string[][];
type Reading = Pick<Context<typeof calls.exportReport>, 'countAs' | 'noteExported'>;

/** They are kept in memory while the file is written. */
const linesAtMost = 20_000;

/** Exports figures or records as a file, and logs the export. */
export function exportReport(platform: Platform): Handler<typeof calls.exportReport> {
  return async ({ actor, params, body, ip, ...reading }): Promise<StoredFile> => {
    const { what, ...reportQuery } = body;
    const scope = scopeOf(actor);
    const { title } = findReport(params.report);
    const { name, lines } =
      what === 'figures'
        ? await figureLines(platform, scope, params.report, reportQuery)
        : await recordLines(platform, scope, params.report, reportQuery, reading);
    await recordActivity(platform.db, {
      actor,
      action: 'reports.exported',
      subject: { type: 'report', id: params.report, name: title },
      after: { what, lines: lines.length - 1, ...reportQuery },
      ip,
    });
    return csvFile(name, lines);
  };
}

async function figureLines(
  platform: Platform,
  scope: Scope,
  id: Report['id'],
  reportQuery: ReportQuery,
): Promise<{ name: string; lines: Lines }> {
  const report = await getReport(platform, scope, id, reportQuery, { rows: linesAtMost });
  return { name: fileName(id, report.span), lines: toLines(report, scope) };
}

/** A line per row and one for the total; each measure for the span and both comparisons. */
export function toLines(report: Report, scope: Scope): Lines {
  const definition = findReport(report.id);
  const measures = measuresFor(definition, scope);
  const { span, previous, yearBefore } = report;
  const dates = [span, previous, yearBefore].map(({ from, to }) => `${from} to ${to}`);
  const head = measures.flatMap((measure) => dates.map((days) => `${titleOf(measure)}, ${days}`));
  const grouping = definition.groupings.find((one) => one.id === report.by)?.label ?? report.by;
  const rows = [...report.rows, { label: 'Total', ...report.total }];
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
  scope: Scope,
  id: Report['id'],
  reportQuery: ReportQuery,
  { countAs, noteExported }: Reading,
): Promise<{ name: string; lines: Lines }> {
  const context = { timezone: await getTimezone(db), now: new Date() };
  const valid = validateQuery(scope, id, reportQuery, context);
  const customers = customersIn(valid);
  if (customers) countAs(customers);
  const { columns, records, next } = await readRecords(db, valid, {
    after: undefined,
    limit: linesAtMost,
  });
  noteExported(records.length);
  // The file name shows that the list is incomplete.
  const cut = next === null ? '' : `-latest-${linesAtMost}`;
  return {
    name: fileName(`${id}-records`, valid.query.span, cut),
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
const titleOf = (column: Pick<Measure, 'label' | 'unit'> | Column): string => {
  const sign = signs['unit' in column ? column.unit : column.kind];
  return sign ? `${column.label} (${sign})` : column.label;
};

/** For spreadsheets: dollars, percent, and at most two decimals. */
function toText(value: string | number | null, kind: Unit | Column['kind']): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'cents') return (value / 100).toFixed(2);
  return String(Number((kind === 'share' ? value * 100 : value).toFixed(2)));
}
