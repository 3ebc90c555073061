import { clsx } from 'clsx';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import {
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { type Actor, lockReason, ownLock } from '../rules/allowance.ts';
import type { OpenDialog } from '../state/dialogs.ts';
import type { RowActionSet } from '../state/useRowActions.ts';
import { isFullUser, type UserRow } from '../state/userRow.ts';
import type { Selection } from '../state/useSelection.ts';
import { managedColumns, readColumns, rowClasses } from './row/columns.ts';
import { ManagedRow, ReadOnlyRow } from './UserRowItem.tsx';

interface Props {
  rows: readonly UserRow[];
  actor: Actor;
  readOnly: boolean;
  actions: RowActionSet;
  open: OpenDialog;
  selection: Selection;
  /** Whether the rows belong to the previous search. */
  stale: boolean;
}

/** The users of one page. */
export function UserTable(props: Props) {
  const { rows, actor, readOnly, actions, open, selection, stale } = props;
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
              user={row}
              actor={actor}
              actions={actions}
              open={open}
              selection={selection}
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

interface RowKeys {
  onEnter?: (id: number) => void;
  onSpace?: (id: number) => void;
}

/** Arrow keys move between rows, Enter opens a row, Space selects it. Rows have `data-user`. */
function useRowKeys({ onEnter, onSpace }: RowKeys) {
  const [currentId, setCurrentId] = useState<number>();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const table = event.currentTarget;
    const target = event.target as HTMLElement;
    // Popovers are inside the list only in the component tree, not in the DOM.
    const row = table.contains(target) ? target.closest<HTMLElement>('[data-user]') : null;
    if (!row) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const rows = [...table.querySelectorAll<HTMLElement>('[data-user]')];
      const next = rows[rows.indexOf(row) + step];
      event.preventDefault();
      next?.focus();
    }
    if (target !== row) return;
    if (event.key === 'Enter') onEnter?.(Number(row.dataset.user));
    if (event.key === ' ' && onSpace) {
      event.preventDefault();
      onSpace(Number(row.dataset.user));
    }
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-user]');
    if (row) setCurrentId(Number(row.dataset.user));
  };

  return { currentId, handlers: { onKeyDown, onFocus } };
}
