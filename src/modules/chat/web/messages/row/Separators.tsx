import { dayName } from '../../../../../platform/web/time/days.ts';
import { useToday } from './useToday.ts';

export function DaySeparator({ at }: { at: number }) {
  useToday();
  return (
    <div className="flex items-center gap-3 px-4 pt-4 pb-1">
      <span aria-hidden className="h-px flex-1 bg-border" />
      <span className="text-xs font-medium text-muted">{dayName(at, Date.now())}</span>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}

/** Messages below it are unread. */
export function NewSeparator() {
  return (
    <div className="flex items-center gap-3 px-4 pt-2">
      <span aria-hidden className="h-px flex-1 bg-danger" />
      <span className="text-xs font-medium text-danger">New messages</span>
    </div>
  );
}
