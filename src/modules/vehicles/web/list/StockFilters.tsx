import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { conditionNames, statusNames } from '../../contract/status.ts';
import { PriceFilter } from './PriceFilter.tsx';
import type { StockQuery } from './useStock.ts';

const all = (label: string): SelectOption => ({ value: '', label });
const toOptions = (names: Record<string, string>): SelectOption[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const sorts = [
  all('Oldest first'),
  ...toOptions({
    newest: 'Newest first',
    price: 'Lowest price',
    '-price': 'Highest price',
    stock: 'Stock number',
  }),
];
const scopes = [all('In stock'), ...toOptions({ gone: 'No longer in stock', all: 'All vehicles' })];

interface Props {
  filters: StockQuery;
  stores: readonly (keyof typeof storeNames)[];
  makes: readonly string[];
  seesMoney: boolean;
}

/** Filters are kept in the URL. */
export function StockFilters({ filters, stores, makes, seesMoney }: Props) {
  const { setQuery } = useAddress();
  const field = (name: keyof StockQuery, label: string, options: SelectOption[]) => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 basis-36 @max-3xl:grow"
      options={options}
      value={String(filters[name] ?? '')}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort');
  const cost = seesMoney ? toOptions({ '-cost': 'Highest cost' }) : [];
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField />
      {stores.length > 1 &&
        field('store', 'Store', [
          all('All stores'),
          ...stores.map((value) => ({ value, label: storeNames[value] })),
        ])}
      {field('condition', 'Condition', [all('New and used'), ...toOptions(conditionNames)])}
      {field('status', 'Status', [all('Any status'), ...toOptions(statusNames)])}
      {field('make', 'Make', [
        all('All makes'),
        ...makes.map((make) => ({ value: make, label: make })),
      ])}
      <PriceFilter filters={filters} />
      {field('scope', 'Availability', scopes)}
      {field('sort', 'Sort', [...sorts, ...cost])}
      {isFiltered && (
        <Button
          variant="ghost"
          onClick={() =>
            setQuery({
              ...{ q: null, scope: null, store: null, condition: null, status: null },
              ...{ make: null, aging: null, priceFrom: null, priceTo: null },
            })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

const debounceMs = 250;

/** Writes the search text to the URL once typing pauses. */
function SearchField() {
  const { query, setQuery } = useAddress();
  const search = query.get('q') ?? '';
  const [typed, setTyped] = useState(search);
  const lastSearch = useRef(search);
  useEffect(() => {
    const next = typed.trim();
    if (next === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = next;
      setQuery({ q: next });
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, setQuery]);
  // Navigation, or cleared filters.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setTyped(search);
  }, [search]);
  return (
    <TextField
      label="Search vehicles"
      labelHidden
      type="search"
      icon={Search}
      autoComplete="off"
      maxLength={100}
      placeholder="Stock number, VIN or model"
      className="min-w-56 flex-1 @max-3xl:basis-full @3xl:max-w-80"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !typed) return;
        event.preventDefault();
        setTyped('');
      }}
    />
  );
}
