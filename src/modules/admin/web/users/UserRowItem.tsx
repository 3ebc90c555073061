import { clsx } from 'clsx';
import { memo } from 'react';
import { nearDate } from '../../../../platform/web/time/relativeTime.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { DataCell, DataRow } from '../../../../platform/web/ui/DataTable.tsx';
import { StatusDot, statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import type { User } from '../../../people/contract.ts';
import { useAvatar } from '../../../people/web/public.ts';
import { LastLoginCell } from '../parts/LastLoginCell.tsx';
import { StoresCell } from '../parts/StoresCell.tsx';
import { type Actor, escalationLock, lockReason, ownLock } from '../rules/allowance.ts';
import { departmentName, fullName } from '../rules/labels.ts';
import type { OpenDialog } from '../state/dialogs.ts';
import type { RowActionSet } from '../state/useRowActions.ts';
import type { UserRow } from '../state/userRow.ts';
import type { Selection } from '../state/useSelection.ts';
import { ActiveBadge } from './row/ActiveBadge.tsx';
import { managedColumns, readColumns, rowClasses } from './row/columns.ts';
import { RoleBadge } from './row/RoleBadge.tsx';
import { RowActions, RowLock } from './row/RowActions.tsx';

const row = clsx(
  rowClasses,
  'border-b border-border py-2.5 @min-[976px]:min-h-14 @min-[976px]:py-1.5',
  'hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2',
);

interface ManagedProps {
  user: User;
  actor: Actor;
  actions: RowActionSet;
  open: OpenDialog;
  selection: Selection;
  /** Whether this row is in the tab order. */
  current: boolean;
}

/** A user row with user management: a table row, or a card on narrow screens. */
export const ManagedRow = memo(function ManagedRow(props: ManagedProps) {
  useTimezone();
  const { user, actor, actions, open, selection, current } = props;
  const locked = lockReason(actor, user);
  const own = ownLock(actor, user);
  const fixed = locked ?? own ?? (user.pending ? 'Waiting for approval' : undefined);
  return (
    <DataRow
      tabIndex={current ? 0 : -1}
      data-user={user.id}
      aria-label={fullName(user)}
      className={clsx(row, managedColumns, selection.ids.has(user.id) && 'bg-accent-surface')}
    >
      <DataCell>
        <Checkbox
          label={`Select ${fullName(user)}`}
          labelHidden
          checked={selection.ids.has(user.id)}
          disabled={Boolean(fixed)}
          onCheckedChange={() => selection.toggle(user.id)}
        />
      </DataCell>
      <DataCell className="min-w-0 @max-[976px]:col-span-2">
        <PersonCell user={user} />
      </DataCell>
      <DataCell className="@max-[976px]:col-start-2">
        <RoleBadge
          user={user}
          onEscalate={fixed ? undefined : () => actions.escalate(user)}
          locked={escalationLock(actor, user.role)}
        />
      </DataCell>
      <DataCell className="@max-[976px]:justify-self-end">
        <ActiveBadge user={user} onToggle={fixed ? undefined : () => actions.toggleActive(user)} />
      </DataCell>
      <DataCell className="min-w-0 @max-[976px]:col-start-2">
        <PresenceCell user={user} />
      </DataCell>
      <DataCell className="text-sm @max-[976px]:order-1 @max-[976px]:col-start-2">
        {user.department ? departmentName(user.department) : '–'}
      </DataCell>
      <DataCell className="min-w-0 @max-[976px]:order-1 @max-[976px]:justify-self-end">
        <StoresCell storeAccess={user.storeAccess} />
      </DataCell>
      <DataCell className="@max-[976px]:justify-self-end">
        <LastLoginCell lastLogin={user.lastLogin} />
      </DataCell>
      <DataCell className="min-w-0 @max-[976px]:order-2 @max-[976px]:col-span-2 @max-[976px]:col-start-2">
        {locked ? (
          <RowLock reason={locked} />
        ) : (
          <RowActions user={user} actor={actor} actions={actions} open={open} />
        )}
      </DataCell>
    </DataRow>
  );
});

/** A user row without user management. */
export function ReadOnlyRow({ user, current }: { user: UserRow; current: boolean }) {
  return (
    <DataRow
      tabIndex={current ? 0 : -1}
      data-user={user.id}
      aria-label={fullName(user)}
      className={clsx(row, readColumns, '@max-[976px]:grid-cols-[minmax(0,1fr)_auto]!')}
    >
      <DataCell className="min-w-0 @max-[976px]:col-span-2">
        <PersonCell user={user} />
      </DataCell>
      <DataCell>
        <RoleBadge user={user} />
      </DataCell>
      <DataCell className="@max-[976px]:justify-self-end">
        <ActiveBadge user={user} />
      </DataCell>
      <DataCell className="min-w-0">
        <PresenceCell user={user} />
      </DataCell>
      <DataCell className="text-sm @max-[976px]:justify-self-end">
        {user.department ? departmentName(user.department) : '–'}
      </DataCell>
    </DataRow>
  );
}

/** Photo, name and email. */
function PersonCell({ user }: { user: UserRow }) {
  const name = fullName(user);
  const src = useAvatar(user.id);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={src} />
      <div className="min-w-0">
        <p
          className="truncate text-base font-medium text-text"
          title={`${name} · ${user.username}`}
        >
          {name}
          <span className="pl-2 text-xs font-normal text-muted">{user.username}</span>
        </p>
        <p className="truncate text-xs text-muted" title={user.email}>
          {user.email}
        </p>
      </div>
    </div>
  );
}

/** Presence, with the status message. */
function PresenceCell({ user }: { user: UserRow }) {
  const { status, statusMessage, statusUntil, protection } = user;
  if (protection === 'system_bot') return <span className="text-sm text-muted">–</span>;
  const statusText = [statusMessage, statusUntil && untilText(statusUntil)]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="min-w-0 text-sm">
      <p className="flex items-center gap-2 text-text">
        <StatusDot status={status} labelled={false} />
        {statusLabel(status)}
      </p>
      {statusText && (
        <p className="truncate pl-[18px] text-xs text-muted" title={statusText}>
          {statusText}
        </p>
      )}
    </div>
  );
}

/** `until 3:00 PM` today, `until Jun 4` later. */
const untilText = (until: string) => `until ${nearDate(until)}`;
