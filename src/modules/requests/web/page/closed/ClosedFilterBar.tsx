import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { listParties, type Outcome, outcomes } from '../../../contract/history.ts';
import type { ChannelNames } from '../../state/useChannelNames.ts';
import type { ClosedFilters } from './useClosed.ts';

const searchAfterMs = 300;

const outcomeNames: Record<Outcome, string> = {
  done: 'Done',
  cancelled: 'Canceled',
  overdue: 'Closed late',
};
const outcomeOptions = outcomes.map((value) => ({ value, label: outcomeNames[value] }));

interface Props {
  filters: ClosedFilters;
  channels: ChannelNames;
}

/** Search, outcome, conversation and person, kept in the URL. */
export function ClosedFilterBar({ filters, channels }: Props) {
  const { setQuery } = useAddress();
  const { channelId } = filters;
  const parties = useQuery({
    ...queryOptionsFor(listParties, { query: { channelId } }),
    placeholderData: keepPreviousData,
  }).data;
  return (
    <search className="grid grid-cols-2 items-end gap-3 @2xl:flex @2xl:flex-wrap">
      <SearchField shown={filters.q ?? ''} onChange={(q) => setQuery({ q })} />
      <SelectField
        label="Outcome"
        placeholder="Any"
        options={outcomeOptions}
        value={filters.outcome ?? ''}
        onChange={({ target }) => setQuery({ outcome: target.value })}
        className="@2xl:w-36"
      />
      <SelectField
        label="Person"
        placeholder="Anyone"
        options={(parties ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filters.personId === undefined ? '' : String(filters.personId)}
        onChange={({ target }) => setQuery({ person: target.value })}
        className="@2xl:w-48"
      />
      <SelectField
        label="Conversation"
        placeholder="All my conversations"
        options={channels.options}
        value={channelId ?? ''}
        onChange={({ target }) => setQuery({ in: target.value })}
        className="col-span-2 @2xl:w-56"
      />
    </search>
  );
}

/** Updates the URL after a pause in typing. */
function SearchField({ shown, onChange }: { shown: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(shown);
  useEffect(() => {
    const text = typed.trim();
    if (text === shown) return;
    const timer = setTimeout(() => onChange(text), searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, shown, onChange]);
  return (
    <TextField
      label="Search"
      type="search"
      icon={Search}
      autoComplete="off"
      maxLength={200}
      placeholder="Search requests"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      className="col-span-2 @2xl:w-64"
    />
  );
}
