import { clsx } from 'clsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import type { AgingBucket } from '../../contract/aging.ts';
import { agingTones } from '../parts/AgingBadge.tsx';

interface Props {
  aging: readonly { bucket: AgingBucket; count: number }[];
  chosen: AgingBucket | undefined;
}

const dots = {
  success: 'bg-success',
  info: 'bg-info',
  warning: 'bg-warning',
  danger: 'bg-danger',
  neutral: 'bg-muted',
  accent: 'bg-accent',
};

/** Counts per aging bucket; pressing one filters by it. */
export function AgingChips({ aging, chosen }: Props) {
  const { setQuery } = useAddress();
  return (
    <fieldset className="flex min-w-0 gap-2 overflow-x-auto p-0.5">
      <legend className="sr-only">Days in stock</legend>
      {aging.map(({ bucket, count }) => (
        <button
          key={bucket}
          type="button"
          aria-pressed={bucket === chosen}
          onClick={() => setQuery({ aging: bucket === chosen ? null : bucket })}
          className={clsx(
            'flex h-row shrink-0 cursor-default items-center gap-2 rounded-md border border-border px-3 text-sm',
            'hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-surface aria-pressed:text-accent-strong',
          )}
        >
          <span
            aria-hidden="true"
            className={clsx('size-2 rounded-full', dots[agingTones[bucket]])}
          />
          {bucket.replace('-', '–')} days
          <span className="font-medium tabular-nums">{count.toLocaleString('en-US')}</span>
        </button>
      ))}
    </fieldset>
  );
}
