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
const named = (names: Record<string, string>): SelectOption[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const sorts = [
  all('Oldest first'),
  ...named({
    newest: 'Newest first',
    price: 'Lowest price',
    '-price': 'Highest price',
    stock: 'Stock number',
  }),
];
const scopes = [all('In stock'), ...named({ gone: 'Left the stock', all: 'In stock or not' })];

interface Props {
  asked: StockQuery;
  stores: readonly (keyof typeof storeNames)[];
  makes: readonly string[];
  seesMoney: boolean;
}

/** What the list is narrowed to; all of it stands in the address. */
export function StockFilters({ asked, stores, makes, seesMoney }: Props) {
  const { setQuery } = useAddress();
  const field = (name: keyof StockQuery, label: string, options: SelectOption[]) => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 basis-36 @max-3xl:grow"
      options={options}
      value={String(asked[name] ?? '')}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const narrowed = Object.keys(asked).some((name) => name !== 'sort');
  const cost = seesMoney ? named({ '-cost': 'Highest cost' }) : [];
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField />
      {stores.length > 1 &&
        field('store', 'Store', [
          all('All stores'),
          ...stores.map((value) => ({ value, label: storeNames[value] })),
        ])}
      {field('condition', 'Condition', [all('New and used'), ...named(conditionNames)])}
      {field('status', 'Status', [all('Any status'), ...named(statusNames)])}
      {field('make', 'Make', [
        all('All makes'),
        ...makes.map((make) => ({ value: make, label: make })),
      ])}
      <PriceFilter asked={asked} />
      {field('scope', 'Which cars', scopes)}
      {field('sort', 'Order', [...sorts, ...cost])}
      {narrowed && (
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

const searchAfterMs = 250;

/** What is typed gets into the address once it stands still. */
function SearchField() {
  const { query, setQuery } = useAddress();
  const asked = query.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const own = useRef(asked);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === own.current) return;
    const timer = setTimeout(() => {
      own.current = wanted;
      setQuery({ q: wanted });
    }, searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, setQuery]);
  // Somebody went back, or cleared the filters.
  useEffect(() => {
    if (asked === own.current) return;
    own.current = asked;
    setTyped(asked);
  }, [asked]);
  return (
    <TextField
      label="Search cars"
      labelHidden
      type="search"
      icon={Search}
      autoComplete="off"
      maxLength={100}
      placeholder="Stock number, VIN or words"
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
