import { clsx } from 'clsx';
import { figureOf } from '../../contract/figures/format.ts';
import type { Measure } from '../../contract/report.ts';

interface Props {
  measure: Pick<Measure, 'unit' | 'better'>;
  value: number | null | undefined;
  target: number;
  pace: number | null;
}

/** Progress towards a monthly target, with the projection. */
export function GoalBar({ measure, value, target, pace }: Props) {
  const share = target > 0 ? Math.min(1, Math.max(0, (value ?? 0) / target)) : 1;
  const end = pace ?? value ?? 0;
  const reaches = measure.better === 'less' ? end <= target : end >= target;
  const verdict = pace === null ? (reaches ? 'reached' : 'missed') : reaches ? 'on pace' : 'behind';
  return (
    <span className="block">
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-fill">
        <span
          style={{ width: `${share * 100}%` }}
          className={clsx('block h-1 rounded-full', reaches ? 'bg-success' : 'bg-warning')}
        />
      </span>
      <span className="mt-1 block text-xs text-muted tabular-nums">
        {`Target ${figureOf(measure.unit, target)}`}
        {pace !== null && ` · pace ${figureOf(measure.unit, rounded(measure.unit, pace))}`}
        <span className={clsx('font-medium', reaches ? 'text-success' : 'text-warning')}>
          {` · ${verdict}`}
        </span>
      </span>
    </span>
  );
}

/** Projected counts are rounded: there are no half vehicles. */
const rounded = (unit: Measure['unit'], pace: number) =>
  unit === 'count' ? Math.round(pace) : pace;
