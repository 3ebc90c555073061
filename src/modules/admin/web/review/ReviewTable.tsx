import { type RecordColumn, RecordTable } from '../../../../platform/web/records/RecordTable.tsx';
import type { User } from '../../../people/contract.ts';
import { LastLoginCell } from '../parts/LastLoginCell.tsx';
import { StoresCell } from '../parts/StoresCell.tsx';
import { featureName, fullName } from '../rules/labels.ts';
import { roleLabel } from '../rules/role.ts';
import { pagesText, type Sort, type SortKey } from './sorting.ts';

interface Props {
  users: readonly User[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function ReviewTable({ users, sort, onSort }: Props) {
  const sorted = columns.map(({ key, ...column }): RecordColumn<User> => {
    const isSorted = sort.key === key;
    const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : null;
    return {
      ...column,
      sort: { direction, onSort: () => onSort({ key, descending: direction === 'ascending' }) },
    };
  });
  return (
    <RecordTable
      label="Access review"
      columns={sorted}
      rows={users}
      isStale={false}
      isRoomy
      isHeadSticky
      isWide
      rowKeys={{ nameOf: fullName }}
    />
  );
}

const columns: (RecordColumn<User> & { key: SortKey })[] = [
  {
    key: 'name',
    name: 'Person',
    width: 'minmax(12rem,1.2fr)',
    className: 'min-w-0',
    show: (user) => (
      <>
        <span className="block font-medium text-text">{fullName(user)}</span>
        <span className="block text-xs text-muted">
          {`${user.username} · ${user.emrn}${user.isActive ? '' : ' · Disabled'}`}
        </span>
      </>
    ),
  },
  {
    key: 'role',
    name: 'Role',
    width: '7rem',
    className: '@max-[976px]:justify-self-end',
    show: (user) => (
      <span className="inline-block first-letter:uppercase">
        {user.protection === 'system_bot' ? 'bot' : roleLabel(user.role)}
      </span>
    ),
  },
  {
    key: 'stores',
    name: 'Stores',
    width: 'minmax(6rem,0.6fr)',
    className: 'min-w-0',
    show: ({ storeAccess }) => <StoresCell storeAccess={storeAccess} />,
  },
  {
    key: 'pages',
    name: 'Pages',
    width: 'minmax(12rem,2fr)',
    className: 'min-w-0 text-pretty @max-[976px]:order-1 @max-[976px]:col-span-2',
    show: pagesText,
  },
  {
    key: 'features',
    name: 'Features',
    width: 'minmax(9rem,1.2fr)',
    className: 'min-w-0 text-pretty @max-[976px]:order-1 @max-[976px]:col-span-2',
    show: ({ featurePermissions }) => featurePermissions.map(featureName).join(', ') || 'None',
  },
  {
    key: 'lastLogin',
    name: 'Last login',
    width: '6rem',
    className: '@max-[976px]:justify-self-end',
    show: ({ lastLogin }) => <LastLoginCell lastLogin={lastLogin} />,
  },
];
