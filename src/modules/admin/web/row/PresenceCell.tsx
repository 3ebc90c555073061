import { nearDate } from '../../../../platform/web/time/relativeTime.ts';
import { StatusDot, statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import type { UserRow } from '../list/userRow.ts';

/** Presence, with the status message. */
export function PresenceCell({ user }: { user: UserRow }) {
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
