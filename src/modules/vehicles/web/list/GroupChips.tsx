import { Landmark } from 'lucide-react';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { type CountGroup, groupNames } from '../../contract/status.ts';

interface Props {
  groups: readonly { group: CountGroup; count: number }[];
  chosen: CountGroup | undefined;
  /** Only for those who see money. */
  payoffsDue: number | undefined;
  isPayoffs: boolean;
}

const chip =
  'flex h-row shrink-0 cursor-default items-center gap-2 rounded-md border border-border px-3 text-sm ' +
  'hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-surface aria-pressed:text-accent-strong';

/** What the stock counts as, each vehicle in one group; pressing one filters by it. */
export function GroupChips({ groups, chosen, payoffsDue, isPayoffs }: Props) {
  const { setQuery } = useAddress();
  return (
    <fieldset className="flex min-w-0 gap-2 overflow-x-auto p-0.5">
      <legend className="sr-only">Counted as</legend>
      {groups.map(({ group, count }) => (
        <button
          key={group}
          type="button"
          aria-pressed={group === chosen}
          onClick={() => setQuery({ group: group === chosen ? null : group, payoff: null })}
          className={chip}
        >
          {groupNames[group]}
          <span className="font-medium tabular-nums">{count.toLocaleString('en-US')}</span>
        </button>
      ))}
      {payoffsDue !== undefined && (
        <button
          type="button"
          aria-pressed={isPayoffs}
          onClick={() => setQuery({ payoff: isPayoffs ? null : 'due', group: null })}
          className={chip}
        >
          <Landmark aria-hidden="true" className="size-4 text-muted" />
          Payoffs due
          <span className="font-medium tabular-nums">{payoffsDue.toLocaleString('en-US')}</span>
        </button>
      )}
    </fieldset>
  );
}
