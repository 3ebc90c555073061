import { clsx } from 'clsx';
import { RecordTable } from '../../../../platform/web/records/RecordTable.tsx';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { type Actor, rowLock } from '../rules/allowance.ts';
import { fullName } from '../rules/labels.ts';
import type { OpenDialog } from '../state/dialogs.ts';
import type { RowActionSet } from '../state/useRowActions.ts';
import { isFullUser, type UserRow } from '../state/userRow.ts';
import type { Selection } from '../state/useSelection.ts';
import { managedColumns, publicColumns } from './row/columns.tsx';

interface Props {
  rows: readonly UserRow[];
  actor: Actor;
  readOnly: boolean;
  actions: RowActionSet;
  open: OpenDialog;
  selection: Selection;
  /** The rows still belong to the previous filters. */
  isStale: boolean;
}

/** The users of one page. */
export function UserTable(props: Props) {
  const { rows, actor, readOnly, actions, open, selection, isStale } = props;
  useTimezone();
  const table = { label: 'Users', isStale, isRoomy: true, isHeadSticky: true, isWide: true };
  if (readOnly || !rows.every(isFullUser)) {
    const rowKeys = { nameOf: fullName };
    return <RecordTable {...table} columns={publicColumns} rows={rows} rowKeys={rowKeys} />;
  }
  return (
    <RecordTable
      {...table}
      columns={managedColumns({ rows, actor, actions, open, selection })}
      rows={rows}
      rowClassName={({ id }) =>
        clsx('@max-[976px]:pl-10', selection.ids.has(id) && 'bg-accent-surface')
      }
      rowKeys={{
        nameOf: fullName,
        onEnter: (user) => open({ kind: user.pending ? 'registrations' : 'edit', user }),
        onSpace: (user) => {
          if (!rowLock(actor, user)) selection.toggle(user.id);
        },
      }}
    />
  );
}
