import { exactTime } from '../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import type { PersonSession } from '../contract.ts';

interface Props {
  session: PersonSession;
  pending: boolean;
  onEnd: () => void;
}

/** A session in a list of someone’s sessions, with the action to end it. */
export function SessionItem({ session, pending, onEnd }: Props) {
  const { device, ip, lastSeenAt, isCurrent } = session;
  const lastSeen = new Date(lastSeenAt);
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-base font-medium text-text">
          <span className="truncate">{device}</span>
          {isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <p className="truncate text-xs text-muted" title={exactTime(lastSeen)}>
          {`${ip} · last seen ${relativeTime(lastSeen, new Date())}`}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" pending={pending} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}
