import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as contract from '../../contract/report.ts';
import { rowsAtMost } from '../../contract/report.ts';
import type { Question } from '../../contract.ts';
import type { Scope } from '../policy.ts';
import type { ReportQuery } from '../report.ts';
import { compareRows, figuresOf } from './compare.ts';
import { readGoals } from './goals.ts';
import { lastYear, readMonths } from './months.ts';
import { nameNarrowings } from './narrowed.ts';
import { type Checked, checkQuestion } from './question.ts';

/** `answer`, as it is handed to what is built on it. */
export type Ask = typeof getReport;

/**
 * A report as somebody with this sight may know it: of a span, of the one before it and of the same days a
 * year ago. Throws 400, 403 or 404 with a sentence where the question is none of theirs, or none at all.
 */
export async function getReport(
  { db }: Pick<Platform, 'db'>,
  sight: Scope,
  id: contract.ReportId,
  question: Question,
  { now = new Date(), rows = rowsAtMost }: { now?: Date; rows?: number } = {},
): Promise<contract.Report> {
  const checked = checkQuestion(sight, id, question, { timezone: await getTimezone(db), now });
  const { report, by, asked, previous, yearBefore } = checked;
  const read = (spanned: ReportQuery) => report.read(db, spanned, by);
  const [since, current, before, ago, nothing, noRow, months, goals, narrowed] = await Promise.all([
    report.since(db, asked),
    read(asked),
    read(previous),
    read(yearBefore),
    readNothing(db, checked),
    readNothing(db, ofNoRow(checked)),
    readMonths(db, checked),
    readGoals(db, checked),
    nameNarrowings(db, checked),
  ]);
  const [none, ofRow] = [nothing, noRow].map((figures) => figuresOf(figures, report, sight));
  const known = { since, nothing: none ?? {}, noRow: ofRow ?? {} };
  return {
    id,
    span: asked.span,
    previous: previous.span,
    yearBefore: yearBefore.span,
    by,
    ...compareRows(checked, { current, previous: before, yearBefore: ago }, known, rows),
    months: lastYear(checked, months, known),
    narrowed,
    gaps: gapsOf(checked, since),
    goals,
    asOf: now.toISOString(),
    timezone: asked.timezone,
  };
}

/** By report and what it is narrowed by. */
const nothings = new Map<string, contract.Figures>();
const never = { from: '1990-01-01', to: '1990-01-01' };

/** What it says where there is nothing, whoever asks: zero of what is counted, and of an average nothing. */
export async function readNothing(
  db: Platform['db'],
  { report, by, asked }: Checked,
): Promise<contract.Figures> {
  const name = [report.id, ...new Set(asked.only.map((one) => one.by))].join(' ');
  const known = nothings.get(name);
  if (known) return known;
  const { total } = await report.read(db, { ...asked, stores: [], span: never }, by);
  nothings.set(name, total);
  return total;
}

/** Of a row there is nothing of: what cannot be told apart like this is not known to be zero there. */
const ofNoRow = ({ by, asked, ...checked }: Checked): Checked => {
  const only = [...asked.only.filter((one) => one.by !== by), { by, key: '' }];
  return { ...checked, by, asked: { ...asked, only } };
};

/** No silent zeros: where the records of a store begin after what is told of, that is said. */
function gapsOf(
  { report, asked: { stores, span } }: Checked,
  since: Awaited<ReturnType<Checked['report']['since']>>,
): contract.Report['gaps'] {
  const told = report.isSnapshot ? span.to : span.from;
  return stores
    .map((store) => ({ store, since: since.find((one) => one.store === store)?.since ?? null }))
    .filter((one) => one.since === null || one.since > told);
}
