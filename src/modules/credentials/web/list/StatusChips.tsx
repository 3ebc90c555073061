import { FilterChips } from '../../../../platform/web/records/FilterChips.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import type { ListFilters } from '../state/useCredentials.ts';

const shown = ['expired', 'missing', 'expiring', 'pending'] as const;
type Shown = (typeof shown)[number];
const texts: Record<Shown, string> = {
  expired: 'Expired',
  missing: 'Missing',
  expiring: 'Expiring',
  pending: 'To verify',
};

interface Props {
  /** Undefined while loading. */
  byStatus: Record<Shown, number> | undefined;
  status: ListFilters['status'];
}

/** How many are in the states that need someone, as filters. */
export function StatusChips({ byStatus, status }: Props) {
  const { setQuery } = useAddress();
  return (
    <FilterChips
      label="Status"
      options={shown.map((value) => ({ value, label: texts[value], count: byStatus?.[value] }))}
      value={shown.find((one) => one === status)}
      onChange={(value) => setQuery({ status: value })}
    />
  );
}
