import { clsx } from 'clsx';
import { Explained } from '../../../../platform/web/ui/Explained.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { changeOf } from '../../contract/figures/change.ts';
import { leadingOf } from '../../contract/figures/order.ts';
import type { Description, Measure, Report } from '../../contract/report.ts';
import { Amount } from '../parts/Amount.tsx';
import { ChangeMark } from '../parts/ChangeMark.tsx';
import { GoalBar } from '../parts/GoalBar.tsx';
import { formulaOf } from '../state/measures.ts';
import { shortSpanOf } from '../state/spans.ts';

interface Props {
  report: Report | undefined;
  description: Description;
  today: string;
}

export function Cards({ report, description, today }: Props) {
  const leading = leadingOf(description);
  return (
    <ul
      aria-label="Key figures"
      className={clsx('grid grid-cols-2 gap-3', columnsFor(leading.length))}
    >
      {leading.map((measure) => (
        <li
          key={measure.id}
          className="flex min-h-28 min-w-0 flex-col rounded-md border border-border p-3 @lg:min-h-32 @lg:p-4"
        >
          <h2 className="text-sm font-medium text-muted">
            <Explained name={measure.label} formula={formulaOf(measure)} />
          </h2>
          {report ? <Figure measure={measure} report={report} today={today} /> : <Waiting />}
        </li>
      ))}
    </ul>
  );
}

/** Avoids a last row with a single card. */
const columnsFor = (count: number) =>
  count % 4 === 0 || count > 6 ? '@4xl:grid-cols-4' : '@4xl:grid-cols-3';

interface FigureProps {
  measure: Measure;
  report: Report;
  today: string;
}

function Figure({ measure, report, today }: FigureProps) {
  const { figures, previous, yearBefore } = report.total;
  const now = figures[measure.id];
  const before = changeOf(measure, now, previous[measure.id]);
  const ago = changeOf(measure, now, yearBefore[measure.id]);
  const goal = report.goals[measure.id];
  return (
    <>
      <p className="mt-1 text-xl font-semibold text-text tabular-nums @lg:text-2xl">
        <Amount unit={measure.unit} value={now} />
      </p>
      {before && (
        <ChangeMark change={before} versus={`vs ${shortSpanOf(report.previous, today)}`} />
      )}
      {ago && <ChangeMark change={ago} versus="vs a year ago" />}
      {typeof now === 'number' && !before && !ago && (
        <p className="text-xs/5 text-muted">No data to compare with</p>
      )}
      {goal && (
        <div className="mt-auto pt-2">
          <GoalBar measure={measure} value={now} {...goal} />
        </div>
      )}
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="mt-3 h-6 w-24" />
      <Skeleton className="mt-3 h-3 w-36 max-w-full" />
    </>
  );
}
