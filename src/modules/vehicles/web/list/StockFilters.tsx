import type { storeNames } from '../../../../platform/contract/names.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { type FilterField, storeField } from '../../../../platform/web/records/filters.ts';
import type { SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { conditionNames, statusNames } from '../../contract/status.ts';
import { PriceFields, PriceFilter } from './PriceFilter.tsx';
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

const filterNames = [
  'q',
  'scope',
  'store',
  'condition',
  'status',
  'make',
  'aging',
  'group',
  'payoff',
  'priceFrom',
  'priceTo',
];

/** Filters are kept in the URL. */
export function StockFilters({ filters, stores, makes, seesMoney }: Props) {
  const field = (name: keyof StockQuery, label: string, options: SelectOption[]): FilterField => ({
    name,
    label,
    options,
    value: String(filters[name] ?? ''),
  });
  const cost = seesMoney ? toOptions({ '-cost': 'Highest cost' }) : [];
  return (
    <FilterBar
      search={{
        label: 'Search vehicles',
        placeholder: 'Stock, VIN or model',
        className: 'min-w-56 flex-1 @max-3xl:basis-full @3xl:max-w-80',
        maxLength: 100,
      }}
      fields={[
        storeField(stores, filters.store),
        field('condition', 'Condition', [all('New and used'), ...toOptions(conditionNames)]),
        field('status', 'Status', [all('Any status'), ...toOptions(statusNames)]),
        field('make', 'Make', [
          all('All makes'),
          ...makes.map((make) => ({ value: make, label: make })),
        ]),
        {
          name: 'price',
          label: 'Price',
          inBar: <PriceFilter filters={filters} />,
          inSheet: <PriceFields filters={filters} />,
          isActive: filters.priceFrom !== undefined || filters.priceTo !== undefined,
          isRare: true,
        },
        { ...field('scope', 'Availability', scopes), isRare: true },
        { ...field('sort', 'Sort', [...sorts, ...cost]), isActive: false },
      ]}
      fieldClassName="flex-1 basis-32 @4xl:max-w-44"
      names={filterNames}
    />
  );
}
