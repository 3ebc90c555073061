import { Check, Clock, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { shortTime } from '../../../../platform/web/time/moments.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { type ClockStop, clockStopNames, type Lead } from '../../contract/lead.ts';
import { clockLabel, type Opening } from '../state/clock/clockLabel.ts';
import { useTicking } from '../state/clock/ticker.ts';
import { useLeadRouting } from '../state/useLeads.ts';

function useClock(store: Store): { opening: Opening | undefined; stop: ClockStop } {
  const routings = useLeadRouting();
  const timezone = useTimezone();
  return useMemo(() => {
    const routing = routings.find((one) => one.store === store);
    return {
      opening: routing && { hours: routing.hours, limitMinutes: routing.limitMinutes, timezone },
      stop: routing?.clockStop ?? 'attempt',
    };
  }, [routings, store, timezone]);
}

/** Time left for the first attempt or contact, time overdue, or the time it took. */
export function ResponseClock({ lead }: { lead: Lead }) {
  const clock = useClock(lead.store);
  const toneAndText = useTicking((now) => {
    const label = clockLabel(lead, clock, now);
    return label ? `${label.tone} ${label.text}` : '';
  });
  if (toneAndText === '') return null;
  const gap = toneAndText.indexOf(' ');
  const tone = toneAndText.slice(0, gap) as Tone;
  const { dueAt } = lead.clock;
  const icon = iconOf(tone, dueAt === null);
  return (
    <Badge
      tone={tone}
      icon={icon}
      className="tabular-nums"
      title={
        dueAt === null ? undefined : `${clockStopNames[clock.stop]} due by ${shortTime(dueAt)}`
      }
    >
      {toneAndText.slice(gap + 1)}
    </Badge>
  );
}

function iconOf(tone: Tone, isStopped: boolean) {
  if (!isStopped) return tone === 'danger' ? TriangleAlert : Clock;
  // An attempt that came too late is no success.
  return tone === 'warning' ? undefined : Check;
}
