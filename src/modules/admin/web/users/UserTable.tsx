import { clsx } from 'clsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import {
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import type { RowActionSet } from '../actions/useRowActions.ts';
import { useRowKeys } from '../list/useRowKeys.ts';
import { isFullUser, type UserRow } from '../list/userRow.ts';
import type { Selection } from '../list/useSelection.ts';
import { managedColumns, readColumns, rowClasses } from '../row/columns.ts';
import { type Actor, lockReason, ownLock } from '../rules/allowance.ts';
import type { OpenDialog } from './dialogs.ts';
import { ManagedRow, ReadOnlyRow } from './UserRowItem.tsx';

interface Props {
  rows: readonly UserRow[];
  actor: Actor;
  readOnly: boolean;
  acts: RowActionSet;
  open: OpenDialog;
  selection: Selection;
  /** Whether the rows belong to the previous search. */
  stale: boolean;
}

/** The users of one page. */
export function UserTable(props: Props) {
  const { rows, actor, readOnly, acts, open, selection, stale } = props;
  const changeable = rows.filter(
    (row) => !lockReason(actor, row) && !ownLock(actor, row) && !row.pending,
  );
  const fullUser = (id: number) => rows.filter(isFullUser).find((row) => row.id === id);
  const { currentId, handlers } = useRowKeys({
    onEnter: (id) => {
      const user = fullUser(id);
      if (user && !readOnly) open({ kind: user.pending ? 'registrations' : 'edit', user });
    },
    onSpace: (id) => changeable.some((row) => row.id === id) && selection.toggle(id),
  });
  const current = rows.some(({ id }) => id === currentId) ? currentId : rows[0]?.id;

  return (
    <DataTable
      label="Users"
      aria-busy={stale}
      className={clsx('transition-opacity', stale && 'opacity-60')}
      {...handlers}
    >
      {readOnly ? (
        <Head columns={readColumns} names={['Person', 'Role', 'State', 'Presence', 'Department']} />
      ) : (
        <Head columns={managedColumns} names={managedNames}>
          <SelectAll ids={changeable.map(({ id }) => id)} selection={selection} />
        </Head>
      )}
      <DataRows>
        {rows.map((row) =>
          !readOnly && isFullUser(row) ? (
            <ManagedRow
              key={row.id}
              {...{ user: row, actor, acts, open, selection }}
              current={row.id === current}
            />
          ) : (
            <ReadOnlyRow key={row.id} user={row} current={row.id === current} />
          ),
        )}
      </DataRows>
    </DataTable>
  );
}

const managedNames = [
  'Person',
  'Role',
  'State',
  'Presence',
  'Department',
  'Stores',
  'Last login',
  'Actions',
];

interface HeadProps {
  columns: string;
  names: string[];
  children?: React.ReactNode;
}

function Head({ columns, names, children }: HeadProps) {
  return (
    <DataRows className="@max-[976px]:hidden @min-[976px]:sticky @min-[976px]:top-0 @min-[976px]:z-10">
      <DataRow className={clsx(rowClasses, columns, 'h-row border-b border-border bg-surface')}>
        {children && <DataHeading>{children}</DataHeading>}
        {names.map((name) => (
          <DataHeading key={name} className="text-xs font-medium text-muted @max-[976px]:sr-only">
            {name}
          </DataHeading>
        ))}
      </DataRow>
    </DataRows>
  );
}

function SelectAll({ ids, selection }: { ids: readonly number[]; selection: Selection }) {
  const selectedCount = ids.filter((id) => selection.ids.has(id)).length;
  const every = ids.length > 0 && selectedCount === ids.length;
  return (
    <Checkbox
      label="Select all on this page"
      labelHidden
      checked={every}
      indeterminate={selectedCount > 0 && !every}
      disabled={ids.length === 0}
      onCheckedChange={() => selection.setAll(every ? [] : ids)}
    />
  );
}
