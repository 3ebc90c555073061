import { Search } from 'lucide-react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { isMonth, longMonth } from '../../../../platform/web/time/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Choices, Filters } from '../../contract/finding.ts';
import { channelNames } from '../labels.ts';
import { filterNames } from './useCustomerList.ts';
import { useTyped } from './useTyped.ts';

interface Props {
  filters: Filters;
  choices: Choices;
}

const all = (label: string): SelectOption => ({ value: '', label });

const activityOptions = [
  all('Any activity'),
  { value: '7', label: 'Active in 7 days' },
  { value: '30', label: 'Active in 30 days' },
  { value: '90', label: 'Active in 90 days' },
  { value: 'over90', label: 'Inactive for 90 days' },
  { value: 'over365', label: 'Inactive for a year' },
];
const consentOptions = [
  all('Any consent'),
  ...Object.entries(channelNames).map(([value, name]) => ({
    value,
    label: `Consented to ${name.toLowerCase()}`,
  })),
];
const contactOptions = [
  all('Any contact status'),
  { value: 'allowed', label: 'OK to contact' },
  { value: 'not_allowed', label: 'Do not contact' },
];
const kindOptions = [
  all('People and businesses'),
  { value: 'person', label: 'People' },
  { value: 'business', label: 'Businesses' },
];

/** Filters are kept in the URL. */
export function FilterBar({ filters, choices }: Props) {
  const { setQuery } = useAddress();
  const { typed, setTyped } = useTyped();
  const select = (name: keyof Filters, label: string, options: readonly SelectOption[]) => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 flex-1 basis-32 @4xl:max-w-44"
      options={options}
      value={filters[name] ?? ''}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const clear = () => {
    setTyped('');
    setQuery(Object.fromEntries(filterNames.map((name) => [name, null])));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextField
        label="Search customers"
        labelHidden
        type="search"
        icon={Search}
        autoComplete="off"
        placeholder="Name, phone, email or tag"
        className="w-full @4xl:w-64"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !typed) return;
          event.preventDefault();
          setTyped('');
        }}
      />
      {choices.stores.length > 1 &&
        select('store', 'Store', [
          all('All stores'),
          ...choices.stores.map((store) => ({ value: store, label: storeNames[store] })),
        ])}
      {select('owner', 'Assigned to', [
        all('Anyone'),
        { value: 'me', label: 'Me' },
        { value: 'none', label: 'Unassigned' },
        ...choices.owners.map(({ id, name }) => ({ value: String(id), label: name })),
      ])}
      {select('tag', 'Tag', [
        all('Any tag'),
        ...choices.tags.map((tag) => ({ value: tag, label: tag })),
      ])}
      <ActivityField filters={filters} />
      {select('consent', 'Consent', consentOptions)}
      {select('contact', 'Contact', contactOptions)}
      {select('kind', 'Type', kindOptions)}
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** Days since the last activity, or a month of activity: one excludes the other. */
function ActivityField({ filters: { activity, activeIn } }: Pick<Props, 'filters'>) {
  const { setQuery } = useAddress();
  const month = today().slice(0, 7);
  const months = activeIn && activeIn !== month ? [month, activeIn] : [month];
  const options = [
    ...activityOptions,
    ...months.map((value) => ({ value, label: `Active in ${longMonth(value)}` })),
  ];
  const choose = (value: string) =>
    setQuery(
      isMonth(value) ? { activeIn: value, activity: null } : { activeIn: null, activity: value },
    );
  return (
    <SelectField
      label="Activity"
      labelHidden
      className="min-w-0 flex-1 basis-32 @4xl:max-w-44"
      options={options}
      value={activeIn ?? activity ?? ''}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
