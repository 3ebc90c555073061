import { FilterChips } from '../../../../platform/web/records/FilterChips.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import type { AgingBucket } from '../../contract/aging.ts';
import { agingTones } from '../parts/AgingBadge.tsx';

interface Props {
  aging: readonly { bucket: AgingBucket; count: number }[];
  chosen: AgingBucket | undefined;
}

/** Counts per aging bucket; pressing one filters by it. */
export function AgingChips({ aging, chosen }: Props) {
  const { setQuery } = useAddress();
  return (
    <FilterChips
      label="Days in stock"
      options={aging.map(({ bucket, count }) => ({
        value: bucket,
        label: `${bucket.replace('-', '–')} days`,
        count,
        tone: agingTones[bucket],
      }))}
      value={chosen}
      onChange={(bucket) => setQuery({ aging: bucket })}
    />
  );
}
