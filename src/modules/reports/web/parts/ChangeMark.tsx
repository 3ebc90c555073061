import { clsx } from 'clsx';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { type Change, verdictOf } from '../../contract/figures/change.ts';

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };
const colorOf = ({ isGood }: Change) =>
  isGood === null ? 'text-muted' : isGood ? 'text-success' : 'text-danger';

interface Props {
  change: Change | null;
  /** What it is compared with: `vs Oct 1 – 22`. Without it only arrow and figure are visible. */
  versus?: string | undefined;
}

/** How a figure changed: an arrow, the amount, what it is compared with, and whether it is better. */
export function ChangeMark({ change, versus }: Props) {
  if (!change) return null;
  const Arrow = arrows[change.direction];
  const verdict = verdictOf(change);
  return (
    <span className="inline-flex items-start gap-1 text-xs/5 text-muted">
      <Arrow aria-hidden="true" className={clsx('mt-1 size-3 shrink-0', colorOf(change))} />
      <span>
        <span className={clsx('font-medium whitespace-nowrap tabular-nums', colorOf(change))}>
          {change.figure}
        </span>
        {versus ? ` ${versus}${verdict && ` (${verdict})`}` : null}
        {!versus && verdict && <VisuallyHidden>{` ${verdict}`}</VisuallyHidden>}
      </span>
    </span>
  );
}
