import { Check, Clock, Minus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Tooltip } from '../../../../platform/web/ui/Tooltip.tsx';
import type { UserRow } from '../list/userRow.ts';
import { fullName } from '../rules/labels.ts';

interface Props {
  user: UserRow;
  /** Absent where it cannot be changed. */
  onToggle?: (() => void) | undefined;
}

/** Whether the account may be used; a click switches it. Disabling ends the person's work, so it asks first. */
export function ActiveBadge({ user, onToggle }: Props) {
  const [asking, setAsking] = useState(false);
  const badge = <ActiveText user={user} />;
  if (!onToggle) return badge;
  const verb = user.isActive ? 'Disable' : 'Enable';
  return (
    <>
      <Tooltip label={`${verb} this account`}>
        <button
          type="button"
          className="rounded-sm hover:brightness-95 dark:hover:brightness-125"
          onClick={() => (user.isActive ? setAsking(true) : onToggle())}
        >
          {badge}
          <span className="sr-only">{`, ${verb.toLowerCase()} ${fullName(user)}`}</span>
        </button>
      </Tooltip>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${fullName(user)}?`}
        description="They are signed out everywhere at once and cannot sign in until the account is enabled again. What they wrote stays."
        confirmLabel="Disable account"
        danger
        onConfirm={() => {
          setAsking(false);
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
