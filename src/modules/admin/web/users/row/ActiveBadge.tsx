import { Check, Clock, Minus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import { fullName } from '../../rules/labels.ts';
import type { UserRow } from '../../state/userRow.ts';

interface Props {
  user: UserRow;
  /** Absent if it cannot be changed. */
  onToggle?: (() => void) | undefined;
}

/**
 * Whether the account is active; a click toggles it. Disabling ends the person's sessions, so it asks for
 * confirmation.
 */
export function ActiveBadge({ user, onToggle }: Props) {
  const [confirming, setConfirming] = useState(false);
  const badge = <ActiveText user={user} />;
  if (!onToggle) return badge;
  const verb = user.isActive ? 'Disable' : 'Enable';
  return (
    <>
      <Tooltip label={`${verb} this account`}>
        <button
          type="button"
          className="rounded-sm hover:brightness-95 dark:hover:brightness-125"
          onClick={() => (user.isActive ? setConfirming(true) : onToggle())}
        >
          {badge}
          <span className="sr-only">{`, ${verb.toLowerCase()} ${fullName(user)}`}</span>
        </button>
      </Tooltip>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Disable ${fullName(user)}?`}
        description="They are signed out everywhere immediately and can’t sign in until the account is enabled again. What they wrote stays."
        confirmLabel="Disable account"
        danger
        onConfirm={() => {
          setConfirming(false);
          onToggle();
        }}
      />
    </>
  );
}

function ActiveText({ user: { isActive, pending } }: { user: UserRow }) {
  if (pending) {
    return (
      <Badge tone="warning" icon={Clock}>
        Waiting
      </Badge>
    );
  }
  return isActive ? (
    <Badge tone="success" icon={Check}>
      Active
    </Badge>
  ) : (
    <Badge icon={Minus} className="text-muted">
      Disabled
    </Badge>
  );
}
