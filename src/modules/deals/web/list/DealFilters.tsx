import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { longMonth, monthsUpTo } from '../../../../platform/web/time/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { conditions, typeNames, types } from '../../contract/deal.ts';
import type { Choices } from '../../contract.ts';
import { conditionNames } from '../labels.ts';
import { type DealQuery, filterNames } from '../useDeals.ts';

interface Props {
  filters: DealQuery;
  choices: Choices;
}

const typeOptions = [
  { value: '', label: 'Any type' },
  { value: 'consumer', label: 'Retail and lease' },
  ...types.map((value) => ({ value, label: typeNames[value] })),
];
const conditionOptions = [
  { value: '', label: 'New and used' },
  ...conditions.map((value) => ({ value, label: conditionNames[value] })),
];

const monthOptions = (selected: string | undefined): SelectOption[] => [
  { value: '', label: 'Any delivery month' },
  ...monthsUpTo(today(), selected).map((value) => ({
    value,
    label: `Delivered in ${longMonth(value)}`,
  })),
];

/** The list filters; all of them live in the URL. */
export function DealFilters({ filters, choices }: Props) {
  const { query, setQuery } = useAddress();
  const select = (name: string, label: string, options: readonly SelectOption[], value = '') => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 flex-1 basis-32 @4xl:max-w-44"
      options={options}
      value={value}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const clear = () => setQuery(Object.fromEntries(filterNames.map((name) => [name, null])));
  return (
    <div className="flex min-w-0 flex-1 basis-96 flex-wrap items-center gap-2">
      <SearchField key={filters.q === '' ? 'empty' : 'filled'} query={filters.q} />
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
        'salespersonId',
        'Salesperson',
        [
          { value: '', label: 'Any salesperson' },
          ...choices.staff.map(({ id, name }) => ({ value: String(id), label: name })),
        ],
        String(filters.salespersonId ?? ''),
      )}
      {select('type', 'Type', typeOptions, filters.type)}
      {select('condition', 'Condition', conditionOptions, filters.condition)}
      {select(
        'deliveredIn',
        'Delivered in',
        monthOptions(filters.deliveredIn),
        filters.deliveredIn,
      )}
      {filterNames.some((name) => query.get(name)) && (
        <Button variant="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

const pauseMs = 250;

/** Searches when typing pauses. */
function SearchField({ query }: { query: string }) {
  const { setQuery } = useAddress();
  const [typed, setTyped] = useState(query);
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => setQuery({ q: typed.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, query, setQuery]);
  return (
    <TextField
      label="Search deals"
      labelHidden
      type="search"
      icon={Search}
      autoComplete="off"
      placeholder="Number, stock, VIN or customer"
      className="w-full @4xl:w-72"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
