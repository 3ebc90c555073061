import type { RecordColumn } from '../../../../../platform/web/records/RecordTable.tsx';
import { nearDate } from '../../../../../platform/web/time/relativeTime.ts';
import { Avatar } from '../../../../../platform/web/ui/Avatar.tsx';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { StatusDot, statusLabel } from '../../../../../platform/web/ui/StatusDot.tsx';
import type { User } from '../../../../people/contract.ts';
import { useAvatar } from '../../../../people/web/public.ts';
import { LastLoginCell } from '../../parts/LastLoginCell.tsx';
import { StoresCell } from '../../parts/StoresCell.tsx';
import { type Actor, escalationLock, lockReason, rowLock } from '../../rules/allowance.ts';
import { departmentName, fullName } from '../../rules/labels.ts';
import type { OpenDialog } from '../../state/dialogs.ts';
import type { RowActionSet } from '../../state/useRowActions.ts';
import type { UserRow } from '../../state/userRow.ts';
import type { Selection } from '../../state/useSelection.ts';
import { ActiveBadge } from './ActiveBadge.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { RowActions, RowLock } from './RowActions.tsx';

const person = {
  name: 'Person',
  className: 'min-w-0 @max-[976px]:col-span-2',
  show: (user: UserRow) => <PersonCell user={user} />,
};
const role = { name: 'Role' };
const state = { name: 'State', className: '@max-[976px]:justify-self-end' };
const presence = {
  name: 'Presence',
  className: 'min-w-0',
  show: (user: UserRow) => <PresenceCell user={user} />,
};
const department = {
  name: 'Department',
  show: ({ department }: UserRow) => (department ? departmentName(department) : '–'),
};

/** The columns without user management. */
export const publicColumns: readonly RecordColumn<UserRow>[] = [
  { ...person, width: 'minmax(200px,2fr)' },
  { ...role, width: '140px', show: (user) => <RoleBadge user={user} /> },
  { ...state, width: '100px', show: (user) => <ActiveBadge user={user} /> },
  { ...presence, width: 'minmax(140px,1fr)' },
  { ...department, width: 'minmax(110px,1fr)', className: '@max-[976px]:justify-self-end' },
];

interface Management {
  rows: readonly User[];
  actor: Actor;
  actions: RowActionSet;
  open: OpenDialog;
  selection: Selection;
}

/** The columns with user management. */
export function managedColumns(management: Management): readonly RecordColumn<User>[] {
  const { rows, actor, actions, open, selection } = management;
  const changeable = rows.filter((user) => !rowLock(actor, user));
  return [
    {
      name: 'Select',
      heading: <SelectAll ids={changeable.map(({ id }) => id)} selection={selection} />,
      width: '20px',
      className: '@max-[976px]:absolute @max-[976px]:top-3 @max-[976px]:left-2',
      show: (user) => (
        <Checkbox
          label={`Select ${fullName(user)}`}
          labelHidden
          checked={selection.ids.has(user.id)}
          disabled={Boolean(rowLock(actor, user))}
          onCheckedChange={() => selection.toggle(user.id)}
        />
      ),
    },
    { ...person, width: 'minmax(176px,2.6fr)' },
    {
      ...role,
      width: '112px',
      show: (user) => (
        <RoleBadge
          user={user}
          onEscalate={rowLock(actor, user) ? undefined : () => actions.escalate(user)}
          locked={escalationLock(actor, user.role)}
        />
      ),
    },
    {
      ...state,
      width: '80px',
      show: (user) => (
        <ActiveBadge
          user={user}
          onToggle={rowLock(actor, user) ? undefined : () => actions.toggleActive(user)}
        />
      ),
    },
    { ...presence, width: 'minmax(104px,1fr)' },
    { ...department, width: '80px', className: '@max-[976px]:order-1' },
    {
      name: 'Stores',
      width: 'minmax(92px,0.8fr)',
      className: 'min-w-0 @max-[976px]:order-1 @max-[976px]:justify-self-end',
      show: ({ storeAccess }) => <StoresCell storeAccess={storeAccess} />,
    },
    {
      name: 'Last login',
      width: '80px',
      className: '@max-[976px]:justify-self-end',
      show: ({ lastLogin }) => <LastLoginCell lastLogin={lastLogin} />,
    },
    {
      name: 'Actions',
      width: '140px',
      className: 'min-w-0 @max-[976px]:order-2 @max-[976px]:col-span-2',
      show: (user) => {
        const locked = lockReason(actor, user);
        return locked ? (
          <RowLock reason={locked} />
        ) : (
          <RowActions user={user} actor={actor} actions={actions} open={open} />
        );
      },
    },
  ];
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
