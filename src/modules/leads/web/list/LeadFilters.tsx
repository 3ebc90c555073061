import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { typeNames, types } from '../../contract/lead.ts';
import { statuses, statusNames } from '../../contract/status.ts';
import { type Choices, whose } from '../../contract.ts';
import { filterNames, type LeadQuery } from '../useLeads.ts';

interface Props {
  filters: LeadQuery;
  choices: Choices;
  /** The board has no status filter; its columns are statuses. */
  withStatus: boolean;
}

const whoseNames = { all: 'All leads', mine: 'My leads', unassigned: 'Unassigned' };
const typeOptions = [
  { value: '', label: 'Any type' },
  ...types.map((value) => ({ value, label: typeNames[value] })),
];
const statusOptions = [
  { value: '', label: 'Any status' },
  ...statuses.map((value) => ({ value, label: statusNames[value] })),
];

/** The lead filters; all of them live in the URL. */
export function LeadFilters({ filters, choices, withStatus }: Props) {
  const { query, setQuery } = useAddress();
  const select = (label: string, options: readonly SelectOption[], value: string, name: string) => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 flex-1 basis-36 @4xl:max-w-44 @4xl:basis-28"
      options={options}
      value={value}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const clear = () => setQuery(Object.fromEntries(filterNames.map((name) => [name, null])));
  const sources = choices.sources.filter(({ store }) => !filters.store || store === filters.store);
  return (
    <div className="flex min-w-0 flex-1 basis-96 flex-wrap items-center gap-2">
      <SearchField key={filters.q === '' ? 'empty' : 'filled'} query={filters.q} />
      <WhoseField filters={filters} choices={choices} />
      {withStatus && select('Status', statusOptions, query.get('status') ?? '', 'status')}
      {choices.stores.length > 1 &&
        select(
          'Store',
          [
            { value: '', label: 'All stores' },
            ...choices.stores.map((value) => ({ value, label: storeNames[value] })),
          ],
          filters.store ?? '',
          'store',
        )}
      {select(
        'Source',
        [
          { value: '', label: 'Any source' },
          ...sources.map(({ id, name, store }) => ({
            value: String(id),
            label:
              filters.store || choices.stores.length < 2 ? name : `${name}, ${storeNames[store]}`,
          })),
        ],
        String(filters.sourceId ?? ''),
        'sourceId',
      )}
      {select('Type', typeOptions, filters.type ?? '', 'type')}
      {filterNames.some((name) => query.get(name)) && (
        <Button variant="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

function WhoseField({ filters, choices }: Omit<Props, 'withStatus'>) {
  const { setQuery } = useAddress();
  const choose = (value: string) => {
    const one = whose.find((known) => known === value);
    if (one) setQuery({ whose: one === 'all' ? null : one, assigneeId: null });
    else setQuery({ whose: null, assigneeId: value });
  };
  return (
    <SelectField
      label="Assigned to"
      labelHidden
      className="min-w-0 flex-1 basis-36 @4xl:max-w-44 @4xl:basis-28"
      options={[
        ...whose.map((value) => ({ value, label: whoseNames[value] })).toReversed(),
        ...choices.staff.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(filters.assigneeId ?? filters.whose)}
      onChange={(event) => choose(event.target.value)}
    />
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
      label="Search leads"
      labelHidden
      type="search"
      icon={Search}
      autoComplete="off"
      placeholder="Customer or vehicle"
      className="w-full @4xl:w-56"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
