import { AlarmClock, Clock } from 'lucide-react';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { useNow } from '../live/clock.ts';
import { dueText, urgencyOf } from '../live/times.ts';

const looks = {
  overdue: 'font-medium text-danger',
  soon: 'text-warning',
  later: 'text-muted',
};

/** The time left until a request is due, live. */
export function Due({ at }: { at: string }) {
  const now = useNow();
  const urgency = urgencyOf(at, now);
  const Icon = urgency === 'later' ? Clock : AlarmClock;
  return (
    <time
      dateTime={at}
      title={weekdayTime(at)}
      className={`inline-flex items-center gap-1 whitespace-nowrap tabular-nums ${looks[urgency]}`}
    >
      <Icon aria-hidden className="size-3.5" />
      {dueText(at, now)}
    </time>
  );
}
