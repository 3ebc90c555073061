import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type FactRow = readonly [name: string, value: ReactNode];

interface Props {
  rows: readonly FactRow[];
  className?: string;
}

/** Names and values of a record, one below the other; a dash where there is no value. */
export function FactList({ rows, className }: Props) {
  return (
    <dl
      className={clsx('grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm', className)}
    >
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere text-text tabular-nums">
            {value || <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
