import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { addDays, dayStart } from '../../../../platform/contract/wallTime.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import type { OwnFilterField } from '../../../../platform/web/records/filters.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { zone } from '../../../../platform/web/time/zone.ts';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { listActivity } from '../../../activity/contract.ts';
import { actionOptions } from './actions.ts';

export type Filters = Pick<
  NonNullable<RequestOf<typeof listActivity>['query']>,
  'search' | 'action' | 'from' | 'to'
>;

/** Person, action and dates, from the URL. */
export function useActivityFilters(): Filters {
  const { query } = useAddress();
  const from = startOf(query.get('from'), 0);
  const to = startOf(query.get('to'), 1);
  const action = query.get('action');
  return {
    search: query.get('who') ?? '',
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The start of that day in the group time zone, or of the day after. */
function startOf(day: string | null, plus: number): string | undefined {
  if (!day || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  return new Date(dayStart(zone(), addDays(day, plus))).toISOString();
}

export function ActivityFilters() {
  const { query, setQuery } = useAddress();
  const day = (name: 'from' | 'to', label: string): OwnFilterField => {
    const field = (
      <TextField
        label={label}
        labelHidden
        type="date"
        className="@2xl:w-40"
        value={query.get(name) ?? ''}
        onChange={(event) => setQuery({ [name]: event.target.value })}
      />
    );
    const inBar = (
      <span className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden="true">{label}</span>
        {field}
      </span>
    );
    return { name, label, inBar, inSheet: field };
  };
  return (
    <FilterBar
      search={{
        name: 'who',
        label: 'Person',
        placeholder: 'Actor or affected person',
        className: '@2xl:w-64',
      }}
      fields={[
        {
          name: 'action',
          label: 'Action',
          options: [{ value: '', label: 'All actions' }, ...actionOptions],
          value: query.get('action') ?? '',
        },
        day('from', 'From'),
        day('to', 'To'),
      ]}
      fieldClassName="w-64"
      names={['who', 'action', 'from', 'to']}
    />
  );
}
