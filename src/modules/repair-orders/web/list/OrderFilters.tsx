import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { longMonth, monthsUpTo } from '../../../../platform/web/time/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { statuses, statusNames } from '../../contract/status.ts';
import type { Choices } from '../../contract.ts';
import { filterNames, type useOrderList } from '../useOrders.ts';

interface Props {
  filters: ReturnType<typeof useOrderList>['filters'];
  choices: Choices;
}

const scopeOptions = [
  { value: 'open', label: 'Open' },
  { value: 'late', label: 'Past promised time' },
  { value: 'done', label: 'Closed and void' },
  { value: 'all', label: 'All repair orders' },
];
const statusOptions = [
  { value: '', label: 'Any status' },
  ...statuses.map((value) => ({ value, label: statusNames[value] })),
];

const monthOptions = (selected: string | undefined): SelectOption[] => [
  { value: '', label: 'Any close date' },
  ...monthsUpTo(today(), selected).map((value) => ({
    value,
    label: `Closed in ${longMonth(value)}`,
  })),
];

/** Filters are kept in the URL. */
export function OrderFilters({ filters, choices }: Props) {
  const { query, setQuery } = useAddress();
  const select = (name: string, label: string, options: readonly SelectOption[], value = '') => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 flex-1 basis-36 @4xl:max-w-48"
      options={options}
      value={value}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const clear = () => setQuery(Object.fromEntries(filterNames.map((name) => [name, null])));
  return (
    <div className="flex min-w-0 flex-1 basis-96 flex-wrap items-center gap-2">
      <SearchField key={filters.q === '' ? 'empty' : 'filled'} initial={filters.q} />
      {select('scope', 'View', scopeOptions, filters.scope)}
      {select('status', 'Status', statusOptions, filters.status)}
      {choices.stores.length > 1 &&
        select(
          'store',
          'Store',
          [
            { value: '', label: 'All stores' },
            ...choices.stores.map((value) => ({ value, label: storeNames[value] })),
          ],
          filters.store,
        )}
      {select(
        'advisorId',
        'Advisor',
        [
          { value: '', label: 'Any advisor' },
          ...choices.staff.map(({ id, name }) => ({ value: String(id), label: name })),
        ],
        String(filters.advisorId ?? ''),
      )}
      {select('closedIn', 'Closed in', monthOptions(filters.closedIn), filters.closedIn)}
      {filterNames.some((name) => query.get(name)) && (
        <Button variant="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

const debounceMs = 250;

/** Searches once typing pauses. */
function SearchField({ initial }: { initial: string }) {
  const { setQuery } = useAddress();
  const [typed, setTyped] = useState(initial);
  useEffect(() => {
    if (typed.trim() === initial) return;
    const timer = setTimeout(() => setQuery({ q: typed.trim() }), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, initial, setQuery]);
  return (
    <TextField
      label="Search repair orders"
      labelHidden
      type="search"
      icon={Search}
      autoComplete="off"
      placeholder="RO number, VIN or customer"
      className="w-full @4xl:w-72"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
