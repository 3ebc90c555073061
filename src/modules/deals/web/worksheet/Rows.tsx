import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';

/** Amounts under each other, with what they come to. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col text-sm">{children}</dl>;
}

interface RowProps {
  name: ReactNode;
  /** Taken away where below zero; nothing is known where null. */
  cents: number | null;
  /** What the rows above come to. */
  isSum?: boolean;
  /** Belongs to the row above. */
  isPart?: boolean;
}

export function Row({ name, cents, isSum = false, isPart = false }: RowProps) {
  return (
    <div
      className={clsx(
        'flex items-baseline justify-between gap-4 py-1',
        isSum && 'mt-1 border-t border-border pt-2 font-semibold',
      )}
    >
      <dt className={clsx('min-w-0', isSum ? 'text-text' : 'text-muted', isPart && 'pl-4')}>
        {name}
      </dt>
      <dd className={clsx('shrink-0 tabular-nums', isPart ? 'text-muted' : 'text-text')}>
        {cents === null ? '–' : signed(cents)}
      </dd>
    </div>
  );
}

/** With the long minus, as it stands in a column of figures; nothing is never below zero. */
const signed = (cents: number) => exactDollarsOf(cents || 0).replace('-', '−');
