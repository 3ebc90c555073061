import {
  Check,
  CircleAlert,
  CircleCheck,
  Info,
  type LucideIcon,
  MessageCircle,
  Siren,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { markRead, remove } from '../state/actions.ts';
import type { Entry } from '../state/entries.ts';
import { actionPath, followAction } from '../state/following.ts';

const looks: Record<Entry['type'], { icon: LucideIcon; tone: string; label: string }> = {
  error: { icon: CircleAlert, tone: 'text-danger-text', label: 'Error' },
  warning: { icon: TriangleAlert, tone: 'text-warning-text', label: 'Warning' },
  info: { icon: Info, tone: 'text-info-text', label: 'Information' },
  success: { icon: CircleCheck, tone: 'text-success-text', label: 'Success' },
  default: { icon: MessageCircle, tone: 'text-muted', label: 'Notification' },
};

interface Props {
  entry: Entry;
  /** Called when the person follows the link. */
  onLeave: () => void;
}

export function NotificationRow({ entry, onLeave }: Props) {
  const { icon: Icon, tone, label } = looks[entry.type];
  const path = actionPath(entry.actionUrl);
  const follow = (event: MouseEvent) => {
    markRead(entry.id);
    onLeave();
    // A new tab opens the `href` itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    followAction(entry.actionUrl);
  };
  return (
    <li className="group flex gap-3 border-b border-border px-4 py-3 last:border-0">
      <Icon aria-label={label} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className={`text-base break-words text-text ${entry.read ? '' : 'font-semibold'}`}>
          {entry.title || 'Notification'}
          {!entry.read && <span className="sr-only"> (unread)</span>}
        </p>
        <p className="text-base break-words text-muted">
          {entry.urgent && (
            <Badge tone="danger" icon={Siren} className="mr-1.5 align-middle">
              Urgent
            </Badge>
          )}
          {entry.message}
        </p>
        <p className="mt-1 flex items-center gap-3 text-xs text-muted">
          <Time at={new Date(entry.timestamp)} />
          {path && (
            <Link href={path} onClick={follow} className="font-medium text-accent hover:underline">
              {entry.actionLabel ?? 'Open'}
            </Link>
          )}
        </p>
      </div>
      <div className="-mt-1 -mr-2 flex shrink-0">
        {!entry.read && (
          <IconButton label="Mark as read" icon={Check} onClick={() => markRead(entry.id)} />
        )}
        <IconButton label="Remove" icon={X} onClick={() => remove(entry.id)} />
      </div>
    </li>
  );
}

function Time({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
}
