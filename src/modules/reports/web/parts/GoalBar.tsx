import { clsx } from 'clsx';
import { figureOf } from '../../contract/figures/format.ts';
import type { Measure } from '../../contract/report.ts';
import { verdictOf } from '../state/verdict.ts';

interface Props {
  measure: Pick<Measure, 'unit' | 'better'>;
  value: number | null | undefined;
  target: number;
  pace: number | null;
  /** The month of the target is over. */
  isOver: boolean;
}

/** Progress towards a monthly target, with the projection. */
export function GoalBar({ measure, value = null, target, pace, isOver }: Props) {
  const share = target > 0 ? Math.min(1, Math.max(0, (value ?? 0) / target)) : 1;
  const verdict = verdictOf({ better: measure.better, value, target, pace, isOver });
  return (
    <span className="block">
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-fill">
        <span
          style={{ width: `${share * 100}%` }}
          className={clsx(
            'block h-1 rounded-full',
            !verdict && 'bg-muted',
            verdict && (verdict.reaches ? 'bg-success' : 'bg-warning'),
          )}
        />
      </span>
      <span className="mt-1 block text-xs text-muted tabular-nums">
        {`Target ${figureOf(measure.unit, target)}`}
        {value !== null &&
          pace !== null &&
          ` · pace ${figureOf(measure.unit, rounded(measure.unit, pace))}`}
        {verdict && (
          <span className={clsx('font-medium', verdict.reaches ? 'text-success' : 'text-warning')}>
            {` · ${verdict.text}`}
          </span>
        )}
      </span>
    </span>
  );
}

/** Projected counts are rounded: there are no half vehicles. */
const rounded = (unit: Measure['unit'], pace: number) =>
  unit === 'count' ? Math.round(pace) : pace;
