import { useState } from 'react';
import type { Role } from '../../../../../platform/contract/access.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import { fullName } from '../../rules/labels.ts';
import { nextRole, roleLabel, topRoleEffect } from '../../rules/role.ts';
import type { UserRow } from '../../state/userRow.ts';

interface Props {
  user: UserRow;
  /** Absent if the role cannot be changed. */
  onEscalate?: (() => void) | undefined;
  /** Why a click does nothing. */
  locked?: string | undefined;
}

/**
 * The role; a click goes one rank up, and from admin back to employee. Because the badge is easy to click by
 * accident, executive and admin ask for confirmation.
 */
export function RoleBadge({ user, onEscalate, locked }: Props) {
  const [confirming, setConfirming] = useState(false);
  const badge = <RoleText user={user} />;
  if (!onEscalate) return badge;
  const next = nextRole(user.role);
  const label = roleLabel(next);
  const effect = topRoleEffect(next);
  const escalate = () => {
    if (locked) return;
    if (effect) setConfirming(true);
    else onEscalate();
  };
  return (
    <>
      <Tooltip label={locked ?? `Change to ${label}`}>
        <button
          type="button"
          aria-disabled={locked ? true : undefined}
          className="rounded-sm hover:brightness-95 aria-disabled:cursor-not-allowed dark:hover:brightness-125"
          onClick={escalate}
        >
          {badge}
          <span className="sr-only">
            {locked
              ? `, role of ${fullName(user)}`
              : `, change role of ${fullName(user)} to ${label}`}
          </span>
        </button>
      </Tooltip>
      {effect && (
        <ConfirmDialog
          open={confirming}
          onOpenChange={setConfirming}
          title={`Make ${fullName(user)} ${next === 'admin' ? 'an admin' : 'an executive'}?`}
          description={effect}
          confirmLabel={`Change to ${label}`}
          onConfirm={() => {
            setConfirming(false);
            onEscalate();
          }}
        />
      )}
    </>
  );
}

const tones: Record<Role, 'neutral' | 'info' | 'accent'> = {
  employee: 'neutral',
  manager: 'info',
  general_manager: 'info',
  executive: 'info',
  admin: 'accent',
};

function RoleText({ user: { role, protection } }: { user: UserRow }) {
  const bot = protection === 'system_bot';
  return (
    <Badge tone={bot ? 'neutral' : tones[role]}>
      <span className="inline-block first-letter:uppercase">{bot ? 'bot' : roleLabel(role)}</span>
    </Badge>
  );
}
