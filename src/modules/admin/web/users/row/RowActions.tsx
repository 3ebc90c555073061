import { KeyRound, Lock, MonitorSmartphone, Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import type { User } from '../../../../people/contract.ts';
import { type Actor, ownLock, passwordLock } from '../../rules/allowance.ts';
import { fullName } from '../../rules/labels.ts';
import type { OpenDialog } from '../../state/dialogs.ts';
import type { RowActionSet } from '../../state/useRowActions.ts';
import { PermissionsPopover } from './PermissionsPopover.tsx';

interface Props {
  user: User;
  actor: Actor;
  actions: RowActionSet;
  open: OpenDialog;
}

/** The actions on an account besides its badges. */
export function RowActions({ user, actor, actions, open }: Props) {
  const name = fullName(user);
  const own = ownLock(actor, user);
  if (user.pending) return <Review user={user} open={open} />;
  const noPassword = passwordLock(actor, user);
  return (
    <div className="-mx-1 flex items-center [&_button]:text-muted [&_button:hover]:text-text">
      <IconButton
        size="sm"
        label={`Edit ${name}`}
        icon={Pencil}
        onClick={() => open({ kind: 'edit', user })}
      />
      {!own && <PermissionsPopover user={user} actor={actor} actions={actions} />}
      {!own && (
        <IconButton
          size="sm"
          label={noPassword ?? `Reset password of ${name}`}
          icon={KeyRound}
          aria-disabled={noPassword ? true : undefined}
          className="aria-disabled:opacity-50"
          onClick={() => noPassword || open({ kind: 'reset', user })}
        />
      )}
      <IconButton
        size="sm"
        label={`Sessions of ${name}`}
        icon={MonitorSmartphone}
        onClick={() => open({ kind: 'sessions', user })}
      />
      {!own && (
        <IconButton
          size="sm"
          label={`Delete ${name}`}
          icon={Trash2}
          className="hover:text-danger!"
          onClick={() => open({ kind: 'delete', user })}
        />
      )}
    </div>
  );
}

/** A pending registration must be approved or declined first. */
function Review({ user, open }: Pick<Props, 'user' | 'open'>) {
  return (
    <Button size="sm" onClick={() => open({ kind: 'registrations', user })}>
      Review
      <span className="sr-only">{` the registration of ${fullName(user)}`}</span>
    </Button>
  );
}

/** Shown instead of the actions. */
export function RowLock({ reason }: { reason: string }) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-muted">
      <Lock aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="text-pretty">{reason}</span>
    </p>
  );
}
