import { IdCard } from 'lucide-react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { FilterChips } from '../../../../platform/web/records/FilterChips.tsx';
import { employeeField, monthField, optionsOf } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { ViewsMenu, type ViewsSource } from '../../../../platform/web/records/ViewsMenu.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { payBases, payBasisNames } from '../../contract/fields.ts';
import { deleteView, listViews, saveView, type ViewFilters } from '../../contract/views.ts';
import { type Choices, exportEmployees, type hrSorts } from '../../contract.ts';
import { departmentField, storeFilterField } from '../state/labels.ts';
import { useChoices } from '../state/useEmployees.ts';
import { HrTable } from './HrTable.tsx';
import { filterNames, type HrChoices, offeredStores, useHrList } from './useHrList.ts';

type Sort = (typeof hrSorts)[number];
const sortNames: Record<Sort, string> = {
  name: 'Name',
  number: 'Employee number',
  jobTitle: 'Title',
  '-hiredOn': 'Newest first',
  hiredOn: 'Longest here',
  reviewOn: 'Next review',
  leftOn: 'Last day, earliest',
  '-leftOn': 'Last day, latest',
};
const sortOptions = Object.entries(sortNames).map(([value, label]) => ({ value, label }));

const groups = [
  { value: 'current', label: 'Current', query: { status: null, review: null } },
  { value: 'due', label: 'Review due', query: { status: null, review: 'due' } },
  { value: 'month', label: 'Review in 30 days', query: { status: null, review: 'month' } },
  { value: 'leaving', label: 'Leaving', query: { status: 'leaving', review: null } },
  { value: 'former', label: 'Former', query: { status: 'former', review: null } },
] as const;

/** The employees of HR’s stores, with every filter. */
export function HrList({ hr }: { hr: HrChoices }) {
  const { query, setQuery } = useAddress();
  const { managers } = useChoices();
  const list = useHrList(hr);
  const { pages, filters, review } = list;
  const shown = groups.find(
    (group) =>
      group.query.status === (filters.status ?? null) && group.query.review === (review ?? null),
  );
  return (
    <>
      <FilterChips
        label="Which employees"
        options={groups}
        value={shown?.value}
        onChange={(value) => setQuery(groups.find((group) => group.value === value)?.query ?? {})}
      />
      <FilterBar
        search={{
          label: 'Search employees',
          placeholder: 'Name or number',
          className: '@2xl:w-full @4xl:w-44',
          maxLength: 100,
        }}
        fields={fieldsOf(list, hr, managers)}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one="employee"
        actions={
          <>
            <ViewsMenu source={views} filters={viewOf(list)} names={viewNames} stores={hr.stores} />
            {hr.mayWrite && (
              <ExportButton
                noun="employees"
                save={() => saveFile(exportEmployees, { body: { ...filters, sort: list.sort } })}
              />
            )}
          </>
        }
        many="employees"
        icon={IdCard}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: {
            title: 'No employees found',
            description: 'No employee of your stores matches these filters.',
          },
          none: {
            title: 'No employees yet',
            description: 'Employees of your stores appear here once they have an account.',
          },
        }}
        skeleton={['w-8', 'w-52', 'w-36']}
        isRoomy
      >
        {(rows) => <HrTable rows={rows} isStale={pages.isStale} />}
      </RecordList>
    </>
  );
}

const views: ViewsSource<ViewFilters> = {
  queryKey: queryKeyFor(listViews),
  list: (signal) => call(listViews, {}, { signal }),
  save: (body) => call(saveView, { body }),
  remove: (viewId) => call(deleteView, { params: { viewId } }),
};
const viewNames = [...filterNames, 'sort'] as const;

const viewOf = ({ filters, hiredIn, review, sort }: ReturnType<typeof useHrList>): ViewFilters => ({
  q: filters.q || undefined,
  store: filters.store,
  department: filters.department,
  status: filters.status,
  payBasis: filters.payBasis,
  managerId: filters.managerId === undefined ? undefined : String(filters.managerId),
  hiredIn,
  review,
  sort: sort === 'name' ? undefined : sort,
});

const fieldsOf = (
  { filters, hiredIn, sort }: ReturnType<typeof useHrList>,
  hr: HrChoices,
  managers: Choices['managers'],
) => [
  storeFilterField(filters.store, offeredStores(hr)),
  departmentField(filters.department),
  employeeField({
    name: 'managerId',
    label: 'Manager',
    all: 'Any manager',
    staff: managers,
    value: filters.managerId,
  }),
  {
    name: 'payBasis',
    label: 'Pay basis',
    options: optionsOf('Any pay basis', payBases, payBasisNames),
    value: filters.payBasis ?? '',
  },
  monthField({
    name: 'hiredIn',
    label: 'Hired in',
    all: 'Any hire date',
    prefix: 'Hired in',
    value: hiredIn,
  }),
  {
    name: 'sort',
    label: 'Sort',
    options: sortOptions,
    value: sort,
    isActive: false,
    changes: (value: string) => ({ sort: value === 'name' ? null : value }),
  },
];
