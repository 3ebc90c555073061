import { Coffee, LogIn, LogOut } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { clockTime, longDate, weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Badge, type BadgeProps } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { type ClockStatus, kindNames, type PunchKind } from '../../../time-clock/contract.ts';
import { clockHours, statusNames } from '../../../time-clock/web/public.ts';
import type { KioskWorker } from '../../contract.ts';
import { BigButton } from '../parts/BigButton.tsx';

const icons = { clock_in: LogIn, clock_out: LogOut, break_start: Coffee, break_end: Coffee };
const badges: Record<ClockStatus, Pick<BadgeProps, 'tone' | 'icon'>> = {
  clocked_in: { tone: 'success', icon: LogIn },
  on_break: { tone: 'warning', icon: Coffee },
  clocked_out: { tone: 'neutral', icon: LogOut },
};

interface Props {
  worker: KioskWorker;
  timezone: string;
  pending: PunchKind | null;
  error: string | undefined;
  onPunch: (kind: PunchKind) => void;
  onCancel: () => void;
}

/** Who was identified, their day so far, and what they can do now. */
export function WorkerView({ worker, timezone, pending, error, onPunch, onCancel }: Props) {
  const { name, clock, actions, refusal } = worker;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label={name} className="flex flex-col gap-5">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
          {name}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-muted">
          <Badge className="h-7 px-2.5 text-base [&_svg]:size-4" {...badges[clock.status]}>
            {statusNames[clock.status]}
          </Badge>
          {sinceText(worker, timezone)}
        </p>
      </div>
      <dl className="flex gap-10">
        {(
          [
            ['Today', clock.todayMs],
            ['This week', clock.weekMs],
          ] as const
        ).map(([label, ms]) => (
          <div key={label}>
            <dt className="text-base text-muted">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{clockHours(ms)}</dd>
          </div>
        ))}
      </dl>
      {clock.forgotten && (
        <Notice tone="warning">
          If you forgot to clock out, start a new shift and request a correction in your timesheet.
        </Notice>
      )}
      {refusal && <Notice tone="warning">{refusal}</Notice>}
      {error && (
        <Notice tone="danger" live>
          {error}
        </Notice>
      )}
      <div className="flex flex-col gap-3">
        {actions.map((kind, at) => {
          const Icon = icons[kind];
          const isNewShift = kind === 'clock_in' && clock.forgotten;
          return (
            <BigButton
              key={kind}
              variant={at === 0 ? 'primary' : 'secondary'}
              pending={pending === kind}
              disabled={pending !== null && pending !== kind}
              onClick={() => onPunch(kind)}
            >
              <Icon aria-hidden="true" />
              {isNewShift ? 'Start a new shift' : kindNames[kind]}
            </BigButton>
          );
        })}
      </div>
      <Button
        variant="ghost"
        className="h-14! w-full text-lg!"
        disabled={pending !== null}
        onClick={onCancel}
      >
        {actions.length > 0 ? 'Cancel' : 'Back'}
      </Button>
    </section>
  );
}

function sinceText({ clock }: KioskWorker, timezone: string): string {
  const { since, store, status, serverTime } = clock;
  if (!since) return '';
  const isToday =
    longDate(Date.parse(since), timezone) === longDate(Date.parse(serverTime), timezone);
  const moment = isToday ? clockTime(since, timezone) : weekdayTime(since, timezone);
  const place = store && status !== 'clocked_out' ? ` at ${storeNames[store]}` : '';
  return `since ${moment}${place}`;
}
