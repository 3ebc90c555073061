import { useAddress } from '../../../../platform/web/router/address.ts';
import type { ListFilters } from '../state/useCredentials.ts';

const chip =
  'flex h-row shrink-0 cursor-default items-center gap-2 rounded-md border border-border px-3 text-sm ' +
  'hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-surface aria-pressed:text-accent-strong';

const shown = ['expired', 'missing', 'expiring', 'pending'] as const;
const texts: Record<(typeof shown)[number], string> = {
  expired: 'Expired',
  missing: 'Missing',
  expiring: 'Expiring',
  pending: 'To verify',
};

interface Props {
  /** Undefined while loading. */
  byStatus: Record<(typeof shown)[number], number> | undefined;
  status: ListFilters['status'];
}

/** How many are in the states that need someone, as filters. */
export function StatusChips({ byStatus, status }: Props) {
  const { setQuery } = useAddress();
  return (
    <fieldset className="flex min-w-0 gap-2 overflow-x-auto p-0.5">
      <legend className="sr-only">Status</legend>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === status}
          onClick={() => setQuery({ status: one === status ? null : one })}
          className={chip}
        >
          {texts[one]}
          {byStatus && (
            <span className="font-medium tabular-nums">
              {byStatus[one].toLocaleString('en-US')}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
