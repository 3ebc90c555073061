import { Coffee, LogIn, LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import {
  clockSeconds,
  clockTime,
  longDate,
  weekdayTime,
} from '../../../../platform/web/time/moments.ts';
import { zoneName } from '../../../../platform/web/time/zoneLabels.ts';
import { Badge, type BadgeProps } from '../../../../platform/web/ui/Badge.tsx';
import { clockHours } from '../../contract/duration.ts';
import type { ClockStatus } from '../../contract.ts';
import { statusNames } from '../state/labels.ts';
import { serverAheadMs, serverNow } from './serverTime.ts';
import type { ShownClock } from './useClock.ts';

const badges: Record<ClockStatus, Pick<BadgeProps, 'tone' | 'icon'>> = {
  clocked_in: { tone: 'success', icon: LogIn },
  on_break: { tone: 'warning', icon: Coffee },
  clocked_out: { tone: 'neutral', icon: LogOut },
};

/** Smaller clock differences are not shown. */
const noticeableMs = 2_000;

/** The time in the group's time zone, and the user's clock status. */
export function ClockFace({ clock }: { clock: ShownClock }) {
  const now = useServerTime();
  const { timezone, status, since } = clock;
  const isIn = status !== 'clocked_out' && !clock.pending;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <p className="text-2xl font-semibold text-text tabular-nums">
          <time dateTime={new Date(now).toISOString()}>{clockSeconds(now, timezone)}</time>
        </p>
        <p className="text-sm text-muted">
          {`${longDate(now, timezone)} · ${zoneName(now, timezone)}`}
        </p>
        <DeviceClock />
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <Badge role="status" className="h-6 text-sm" {...badges[status]}>
          {statusNames[status]}
        </Badge>
        {since && (
          <p className="text-xs text-muted tabular-nums">
            {[
              `since ${sinceText(since, now, timezone)}`,
              clock.stores.length > 1 && isIn && clock.store && `at ${storeNames[clock.store]}`,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        )}
      </div>
    </div>
  );
}

function sinceText(since: string, now: number, timezone: string): string {
  const sameDay = longDate(Date.parse(since), timezone) === longDate(now, timezone);
  return sameDay ? clockTime(since, timezone) : weekdayTime(since, timezone);
}

/** Punches use the server's clock, so a device clock that differs is pointed out. */
function DeviceClock() {
  const ahead = serverAheadMs();
  if (Math.abs(ahead) < noticeableMs) return null;
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  const amount = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return (
    <p className="text-xs text-warning-text">
      {`Your device’s clock is ${amount} ${ahead > 0 ? 'slow' : 'fast'}. Punches use the time shown here.`}
    </p>
  );
}

/** Paid time, ticking while a shift is running. */
export function HoursSoFar({ clock }: { clock: ShownClock }) {
  const now = useServerTime();
  const isRunning = clock.status === 'clocked_in' && !clock.forgotten && !clock.pending;
  const since = isRunning ? Math.max(0, now - Date.parse(clock.serverTime)) : 0;
  const figures = [
    ['Today', clock.todayMs + since],
    ['This week', clock.weekMs + since],
  ] as const;
  return (
    <dl className="flex gap-8">
      {figures.map(([label, ms]) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-lg font-semibold text-text tabular-nums">{clockHours(ms)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The server's time, updated every second. */
export function useServerTime(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = serverNow();
      setNow(current);
      timer = setTimeout(tick, 1_000 - (current % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
