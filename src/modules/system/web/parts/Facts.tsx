import type { ReactNode } from 'react';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

export interface Fact {
  name: string;
  /** Undefined: loading. */
  value: ReactNode | undefined;
}

/** A list of labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right text-text tabular-nums wrap-anywhere">
            {value === undefined ? <Skeleton className="ml-auto h-4 w-24" /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
