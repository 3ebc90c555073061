import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { exactDollarsOf } from '../../../../../platform/web/format/amounts.ts';

/** A column of amounts with totals. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col text-sm">{children}</dl>;
}

interface RowProps {
  name: ReactNode;
  /** Negative for deductions; null if unknown. */
  cents: number | null;
  /** The sum of the rows above. */
  isSum?: boolean;
  /** A detail of the row above. */
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
        {cents === null ? '–' : signedDollarsOf(cents)}
      </dd>
    </div>
  );
}

/** With a real minus sign; never negative zero. */
export const signedDollarsOf = (cents: number) => exactDollarsOf(cents || 0).replace('-', '−');
