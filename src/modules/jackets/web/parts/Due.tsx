import { today } from '../../../../platform/web/time/days.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { nearDay } from '../state/labels.ts';

interface Props {
  /** `2026-11-30` */
  on: string;
  isOverdue: boolean;
}

/** A day by which something is due. */
export function Due({ on, isOverdue }: Props) {
  const day = nearDay(on);
  const isToday = on === today();
  return (
    <Badge tone={isOverdue ? 'danger' : isToday ? 'warning' : 'neutral'}>
      <time dateTime={on}>{isOverdue ? `Overdue since ${day}` : isToday ? 'Due today' : day}</time>
    </Badge>
  );
}
