import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addDays, dayStart } from '../../../../platform/contract/wallTime.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { zone } from '../../../../platform/web/time/zone.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { actionOptions } from './actions.ts';
import type { Filters } from './useActivity.ts';

const searchAfterMs = 300;

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
  const who = query.get('who') ?? '';
  const [typed, setTyped] = useState(who);
  useEffect(() => {
    if (typed.trim() === who) return;
    const timer = setTimeout(() => setQuery({ who: typed.trim() }), searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, who, setQuery]);
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      className="w-40"
      value={query.get(name) ?? ''}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Person"
        type="search"
        icon={Search}
        autoComplete="off"
        placeholder="Actor or affected person"
        className="w-full @2xl:w-64"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Action"
        className="w-64 max-sm:w-full"
        placeholder="All actions"
        options={actionOptions}
        value={query.get('action') ?? ''}
        onChange={(event) => setQuery({ action: event.target.value })}
      />
      {day('from', 'From')}
      {day('to', 'To')}
    </div>
  );
}
