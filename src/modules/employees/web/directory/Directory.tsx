import { ContactRound } from 'lucide-react';
import { departments } from '../../../../platform/contract/access.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { employeeField, readFilters } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { countEmployees, listEmployees, storeFilters } from '../../contract.ts';
import { departmentField, storeFilterField } from '../state/labels.ts';
import { useChoices } from '../state/useEmployees.ts';
import { useStatuses } from '../state/useStatuses.ts';
import { DirectoryTable } from './DirectoryTable.tsx';

const filterNames = ['q', 'store', 'department', 'managerId'];

interface Props {
  /** The user’s id: one does not message oneself. */
  ownId: number;
  onMessage: (userId: number) => void;
}

/** Everyone who works here, by name. */
export function Directory({ ownId, onMessage }: Props) {
  const { query } = useAddress();
  const { managers } = useChoices();
  const statuses = useStatuses();
  const { text, oneOf, id } = readFilters(query);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    store: oneOf('store', storeFilters),
    department: oneOf('department', departments),
    managerId: id('managerId'),
  };
  const pages = useRecordList({
    list: listEmployees,
    count: countEmployees,
    filters,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  return (
    <>
      <FilterBar
        search={{
          label: 'Search people',
          placeholder: 'Name or title',
          className: '@2xl:w-64',
          maxLength: 100,
        }}
        fields={[
          storeFilterField(filters.store),
          departmentField(filters.department),
          employeeField({
            name: 'managerId',
            label: 'Manager',
            all: 'Any manager',
            staff: managers,
            value: filters.managerId,
          }),
        ]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one="employee"
        many="people"
        icon={ContactRound}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No one found', description: 'No one matches these filters.' },
          none: { title: 'No employees yet', description: 'People appear here as they join.' },
        }}
        skeleton={['w-8', 'w-52', 'w-36']}
        isRoomy
      >
        {(rows) => (
          <DirectoryTable
            rows={rows}
            isStale={pages.isStale}
            statuses={statuses}
            ownId={ownId}
            onMessage={onMessage}
          />
        )}
      </RecordList>
    </>
  );
}
