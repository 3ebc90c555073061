import { ArrowDown, ArrowUp } from 'lucide-react';
import type { User } from '../../../people/contract.ts';
import { LastLoginCell } from '../parts/LastLoginCell.tsx';
import { StoresCell } from '../parts/StoresCell.tsx';
import { featureName, fullName } from '../rules/labels.ts';
import { roleLabel } from '../rules/role.ts';
import { pagesText, type Sort, type SortKey } from './sorting.ts';

const columns: { key: SortKey; label: string; className: string }[] = [
  { key: 'name', label: 'Person', className: 'min-w-60' },
  { key: 'role', label: 'Role', className: 'min-w-28' },
  { key: 'stores', label: 'Stores', className: 'min-w-28' },
  { key: 'pages', label: 'Pages', className: 'min-w-64 w-2/5' },
  { key: 'features', label: 'Features', className: 'min-w-48 w-1/4' },
  { key: 'lastLogin', label: 'Last login', className: 'min-w-28' },
];

/** Makes the table scrollable with the arrow keys. */
const scrollableByKeys = { tabIndex: 0 };

interface Props {
  users: readonly User[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function ReviewTable({ users, sort, onSort }: Props) {
  return (
    <section
      aria-label="Access review"
      className="overflow-x-auto rounded-md border border-border"
      {...scrollableByKeys}
    >
      <table className="w-full text-sm">
        <thead className="bg-sunken text-left text-xs text-muted">
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border align-top">
          {users.map((user) => (
            <Row key={user.id} user={user} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingProps {
  column: (typeof columns)[number];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function Heading({ column: { key, label, className }, sort, onSort }: HeadingProps) {
  const sorted = sort.key === key;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const direction = sort.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={sorted ? direction : 'none'} className={`px-3 ${className}`}>
      <button
        type="button"
        className="flex h-row items-center gap-1 rounded-sm font-medium hover:text-text"
        onClick={() => onSort({ key, descending: sorted && !sort.descending })}
      >
        {label}
        {sorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </th>
  );
}

function Row({ user }: { user: User }) {
  return (
    <tr>
      <th scope="row" className="px-3 py-2 text-left font-normal">
        <span className="block font-medium text-text">{fullName(user)}</span>
        <span className="block text-xs text-muted">
          {`${user.username} · ${user.emrn}${user.isActive ? '' : ' · Disabled'}`}
        </span>
      </th>
      <td className="px-3 py-2">
        <span className="inline-block first-letter:uppercase">
          {user.protection === 'system_bot' ? 'bot' : roleLabel(user.role)}
        </span>
      </td>
      <td className="px-3 py-2">
        <StoresCell storeAccess={user.storeAccess} />
      </td>
      <td className="px-3 py-2 text-pretty">{pagesText(user)}</td>
      <td className="px-3 py-2 text-pretty">
        {user.featurePermissions.map(featureName).join(', ') || 'None'}
      </td>
      <td className="px-3 py-2 whitespace-nowrap">
        <LastLoginCell lastLogin={user.lastLogin} />
      </td>
    </tr>
  );
}
