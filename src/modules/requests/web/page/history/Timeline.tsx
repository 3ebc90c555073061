import {
  AlarmClock,
  Check,
  CircleX,
  ClipboardCheck,
  Hand,
  type LucideIcon,
  Megaphone,
  Pencil,
  RotateCcw,
  Undo2,
  UserRoundPen,
} from 'lucide-react';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import type { HistoryEvent } from '../../../contract/history.ts';
import { linesOf } from './lines.ts';

const icons: Record<HistoryEvent['act'], LucideIcon> = {
  asked: ClipboardCheck,
  claimed: Hand,
  given: UserRoundPen,
  released: Undo2,
  changed: Pencil,
  done: Check,
  cancelled: CircleX,
  reopened: RotateCcw,
  overdue: AlarmClock,
  escalated: Megaphone,
};

/** The history of a request, oldest first. */
export function Timeline({ events, me }: { events: readonly HistoryEvent[]; me: number }) {
  return (
    <ol aria-label="History" className="flex flex-col">
      {linesOf(events, me).map(({ id, at, act, sentence, details }) => {
        const Icon = icons[act];
        return (
          <li key={id} className="group relative flex gap-3 pb-5 last:pb-0">
            <span
              aria-hidden
              className="absolute top-7 bottom-0 left-3 w-px bg-border group-last:hidden"
            />
            <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-fill text-muted">
              <Icon aria-hidden className="size-3.5" />
            </span>
            <div className="min-w-0 flex-1 pt-0.5">
              <p className="text-base wrap-anywhere text-text">{sentence}</p>
              {details.length > 0 && <p className="text-sm text-text">{details.join(' · ')}</p>}
              <time dateTime={at} className="block text-sm text-muted tabular-nums">
                {exactTime(new Date(at))}
              </time>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
