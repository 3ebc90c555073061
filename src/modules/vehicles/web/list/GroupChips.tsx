import { Landmark } from 'lucide-react';
import { FilterChips } from '../../../../platform/web/records/FilterChips.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { type CountGroup, groupNames } from '../../contract/status.ts';

interface Props {
  groups: readonly { group: CountGroup; count: number }[];
  chosen: CountGroup | undefined;
  /** Only for those who see money. */
  payoffsDue: number | undefined;
  isPayoffs: boolean;
}

/** What the stock counts as, each vehicle in one group; pressing one filters by it. */
export function GroupChips({ groups, chosen, payoffsDue, isPayoffs }: Props) {
  const { setQuery } = useAddress();
  const payoffs = { value: 'payoffs', label: 'Payoffs due', count: payoffsDue, icon: Landmark };
  return (
    <FilterChips
      label="Counted as"
      options={[
        ...groups.map(({ group, count }) => ({ value: group, label: groupNames[group], count })),
        ...(payoffsDue === undefined ? [] : [payoffs]),
      ]}
      value={isPayoffs ? payoffs.value : chosen}
      onChange={(value) =>
        setQuery(
          value === payoffs.value ? { payoff: 'due', group: null } : { payoff: null, group: value },
        )
      }
    />
  );
}
