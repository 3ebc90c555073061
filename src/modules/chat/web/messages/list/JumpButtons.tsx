import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';

interface LatestProps {
  /** Messages that arrived below. */
  count: number;
  onClick: () => void;
}

export function JumpToLatest({ count, onClick }: LatestProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center">
      <Button size="sm" className="pointer-events-auto bg-raised shadow-float" onClick={onClick}>
        <ArrowDown aria-hidden />
        Jump to latest
        <CountBadge count={count} label="new" />
      </Button>
    </div>
  );
}

interface UnreadProps {
  /** Messages unread on opening; 100 means more than 99. */
  count: number;
  onClick: () => void;
  onDismiss: () => void;
}

/** Shown when the first unread message is above. */
export function JumpToUnread({ count, onClick, onDismiss }: UnreadProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-10 flex justify-center">
      <span className="pointer-events-auto flex items-center rounded-md bg-raised shadow-float">
        <Button size="sm" className="rounded-r-none bg-raised" onClick={onClick}>
          <ArrowUp aria-hidden />
          {count > 99 ? '99+' : count} new {count === 1 ? 'message' : 'messages'}
        </Button>
        <IconButton
          label="Dismiss"
          icon={X}
          size="sm"
          tooltip={false}
          variant="secondary"
          className="rounded-l-none border-l-0 bg-raised"
          onClick={onDismiss}
        />
      </span>
    </div>
  );
}
