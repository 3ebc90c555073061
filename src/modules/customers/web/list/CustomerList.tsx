import { Users } from 'lucide-react';
import { isMonth, longMonth } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { type FilterField, optionsOf } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { SortField } from '../../../../platform/web/records/SortField.tsx';
import { today } from '../../../../platform/web/time/days.ts';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import type { Choices, Filters } from '../../contract/finding.ts';
import { channelNames } from '../state/labels.ts';
import { useChoices } from '../state/useCustomers.ts';
import { CustomerTable } from './CustomerTable.tsx';
import { ListActions } from './ListActions.tsx';
import { filterNames, useCustomerList } from './useCustomerList.ts';

export function CustomerList() {
  const choices = useChoices();
  const { filters, sort, pages } = useCustomerList();
  return (
    <div className="@container flex flex-col gap-3">
      <FilterBar
        search={{
          name: 'search',
          label: 'Search customers',
          placeholder: 'Name, phone, email, vehicle, plate',
          className: '@2xl:w-full @4xl:w-72',
        }}
        fields={fieldsOf(filters, choices)}
        fieldClassName="flex-1 basis-36 @4xl:max-w-44"
        names={filterNames}
      />
      <div className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-2">
        <ListCount count={pages.count} one="customer" />
        <SortField options={sortOptions} value={sort} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <ListActions filters={filters} choices={choices} />
        </div>
      </div>
      <RecordList
        pages={pages}
        many="customers"
        icon={Users}
        isFiltered={filterNames.some((name) => filters[name] !== undefined)}
        texts={{
          noMatch: {
            title: 'No customers found',
            description: 'No customers match these filters. Clear filters to see all.',
          },
          none: {
            title: 'No customers yet',
            description: 'Add your first customer or import a CSV file.',
          },
        }}
        skeleton={['w-44', 'w-28', 'w-52']}
      >
        {(rows) => <CustomerTable rows={rows} isStale={pages.isStale} />}
      </RecordList>
    </div>
  );
}

const sortOptions = [
  { value: 'recent', label: 'Recent activity' },
  { value: 'name', label: 'Name' },
];

const all = (label: string) => ({ value: '', label });

function fieldsOf(filters: Filters, choices: Choices) {
  const field = (
    name: keyof Filters,
    label: string,
    options: FilterField['options'],
  ): FilterField => ({ name, label, options, value: filters[name] ?? '' });
  return [
    choices.stores.length > 1 &&
      field('store', 'Store', optionsOf('All stores', choices.stores, storeNames)),
    field('owner', 'Assigned to', [
      all('Anyone'),
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Unassigned' },
      ...choices.owners.map(({ id, name }) => ({ value: String(id), label: name })),
    ]),
    field('tag', 'Tag', [
      all('Any tag'),
      ...choices.tags.map((tag) => ({ value: tag, label: tag })),
    ]),
    activityField(filters),
    { ...field('consent', 'Consent', consentOptions), isRare: true },
    { ...field('contact', 'Contact', contactOptions), isRare: true },
    { ...field('kind', 'Type', kindOptions), isRare: true },
  ];
}

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
  all('Any contact'),
  { value: 'allowed', label: 'OK to contact' },
  { value: 'not_allowed', label: 'Do not contact' },
];
const kindOptions = [
  all('Any type'),
  { value: 'person', label: 'People' },
  { value: 'business', label: 'Businesses' },
];

/** Days since the last activity, or a month of activity: one excludes the other. */
function activityField({ activity, activeIn }: Filters): FilterField {
  const month = today().slice(0, 7);
  const months = activeIn && activeIn !== month ? [month, activeIn] : [month];
  return {
    name: 'activity',
    label: 'Activity',
    options: [
      ...activityOptions,
      ...months.map((value) => ({ value, label: `Active in ${longMonth(value)}` })),
    ],
    value: activeIn ?? activity ?? '',
    changes: (value) =>
      isMonth(value) ? { activeIn: value, activity: null } : { activeIn: null, activity: value },
    isActive: activity !== undefined || activeIn !== undefined,
  };
}
