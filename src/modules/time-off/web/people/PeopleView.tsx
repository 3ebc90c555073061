import { Users } from 'lucide-react';
import { Link } from 'wouter';
import { departments, type Store } from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters, storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import {
  countPeopleBalances,
  exportBalances,
  hoursText,
  listPeopleBalances,
  type PeopleBalance,
} from '../../contract/balances.ts';
import type { Kind } from '../../contract.ts';
import { useKindsInUse } from '../state/useTimeOff.ts';

const names = ['q', 'store', 'department'] as const;

/** Everyone’s balances at HR’s stores. */
export default function PeopleView({ stores }: { stores: readonly Store[] }) {
  const { query } = useAddress();
  const { text, oneOf } = readFilters(query);
  const kinds = useKindsInUse().filter(({ hasBalance }) => hasBalance);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    store: oneOf('store', stores),
    department: oneOf('department', departments),
  };
  const pages = useRecordList({
    list: listPeopleBalances,
    count: countPeopleBalances,
    filters,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  return (
    <div className="flex flex-col gap-3">
      <FilterBar
        search={{
          label: 'Search employees',
          placeholder: 'Name or job title',
          className: '@2xl:w-72',
          maxLength: 100,
        }}
        fields={[
          storeField(stores, filters.store),
          {
            name: 'department',
            label: 'Department',
            options: optionsOf('All departments', departments, departmentNames),
            value: filters.department ?? '',
          },
        ]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={names}
      />
      <RecordList
        pages={pages}
        one="employee"
        actions={
          <ExportButton noun="balances" save={() => saveFile(exportBalances, { body: filters })} />
        }
        many="balances"
        icon={Users}
        isFiltered={names.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No employees found', description: 'No one matches these filters.' },
          none: {
            title: 'No employees',
            description: 'Employees of your stores appear here with their balances.',
          },
        }}
        skeleton={['w-40', 'w-20', 'w-20']}
        isRoomy
      >
        {(rows) => (
          <RecordTable
            label="Balances"
            columns={columnsOf(kinds)}
            rows={rows}
            isStale={pages.isStale}
            isRoomy
            onKeyDown={stepByKey}
          />
        )}
      </RecordList>
    </div>
  );
}

const columnsOf = (kinds: readonly Kind[]): RecordColumn<PeopleBalance>[] => [
  {
    name: 'Employee',
    width: 'minmax(0,1fr)',
    className: 'min-w-0 @max-4xl:col-span-2',
    show: ({ id, name, jobTitle, store, department }) => (
      <>
        <Link href={`/people/time-off?view=people&employee=${id}`} className={rowLinkClasses}>
          {name}
        </Link>
        <span className="block truncate text-xs text-muted">
          {[
            jobTitle,
            department && departmentNames[department],
            store ? storeNames[store] : 'All stores',
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </>
    ),
  },
  ...kinds.map(
    ({ id, name }): RecordColumn<PeopleBalance> => ({
      name,
      width: '9rem',
      isNumber: true,
      className: '@4xl:text-right @max-4xl:self-start',
      show: ({ balances }) => {
        const balance = balances.find(({ kindId }) => kindId === id);
        return (
          <>
            <span className="text-xs text-muted @4xl:hidden">{`${name} `}</span>
            <span className="font-medium text-text tabular-nums">
              {hoursText(balance?.minutes ?? 0)}
            </span>
            {(balance?.scheduledMinutes ?? 0) > 0 && (
              <span className="block text-xs text-muted tabular-nums">
                {`${hoursText(balance?.scheduledMinutes ?? 0)} scheduled`}
              </span>
            )}
          </>
        );
      },
    }),
  ),
];
