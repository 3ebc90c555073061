import { clsx } from 'clsx';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { type Change, verdictOf } from '../../contract/figures/change.ts';

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };
const colorOf = ({ isGood }: Change) =>
  isGood === null ? 'text-muted' : isGood ? 'text-success' : 'text-danger';

interface Props {
  change: Change | null;
  /** What it is compared with: `than Oct 1 – 22`. Without it only arrow and figure are seen. */
  than?: string | undefined;
}

/** How a figure changed: an arrow, how much, whether that is better, and than what. */
export function ChangeMark({ change, than }: Props) {
  if (!change) return null;
  const Arrow = arrows[change.direction];
  const verdict = verdictOf(change);
  const words = [verdict, change.direction === 'same' ? than?.replace('than', 'from') : than];
  return (
    <span className="inline-flex items-start gap-1 text-xs/5 text-muted">
      <Arrow aria-hidden="true" className={clsx('mt-1 size-3 shrink-0', colorOf(change))} />
      <span>
        <span className={clsx('font-medium whitespace-nowrap tabular-nums', colorOf(change))}>
          {change.figure}
        </span>
        {than ? ` ${words.filter(Boolean).join(' ')}` : null}
        {!than && verdict && <VisuallyHidden>{` ${verdict}`}</VisuallyHidden>}
      </span>
    </span>
  );
}
