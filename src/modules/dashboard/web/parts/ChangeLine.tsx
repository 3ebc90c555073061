import { clsx } from 'clsx';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { Change } from '../state/labels.ts';

const looks = {
  up: { icon: ArrowUpRight, color: 'text-success' },
  down: { icon: ArrowDownRight, color: 'text-danger' },
  same: { icon: ArrowRight, color: 'text-muted' },
} as const;

export function ChangeLine({ change, className }: { change: Change; className?: string }) {
  const { direction, figure, text } = change;
  const look = direction === 'none' ? undefined : looks[direction];
  return (
    <p className={clsx('flex items-center gap-1 text-sm text-muted', className)}>
      {look && <look.icon aria-hidden="true" className={clsx('size-4 shrink-0', look.color)} />}
      <span>
        {look && (
          <span className={clsx('font-medium tabular-nums whitespace-nowrap', look.color)}>
            {figure}{' '}
          </span>
        )}
        {text}
      </span>
    </p>
  );
}
