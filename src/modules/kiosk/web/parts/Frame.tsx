import type { ReactNode } from 'react';
import { clockSeconds, clockTime, longDate } from '../../../../platform/web/time/moments.ts';
import { zoneName } from '../../../../platform/web/time/zoneLabels.ts';
import { Wordmark } from '../../../../platform/web/ui/Mark.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { useServerTime } from '../../../time-clock/web/public.ts';
import type { Kiosk } from '../../contract.ts';

interface Props {
  kiosk: Kiosk;
  offlineSince: number | null;
  children: ReactNode;
}

/** The device's screen: its store and the time on the left, what to do on the right; a column on a phone. */
export function Frame({ kiosk: { device, timezone }, offlineSince, children }: Props) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface text-text select-none lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-rows-1">
      <header className="flex flex-col justify-between gap-3 bg-sunken px-5 py-4 sm:px-8 lg:px-12 lg:py-10">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <Wordmark />
          {device && (
            <p className="text-base text-muted">
              <StoreMark store={device.store} className="font-medium text-text" />
              {` · ${device.name}`}
            </p>
          )}
        </div>
        <ClockNow timezone={timezone} />
        {offlineSince !== null ? (
          <Notice
            tone="danger"
            live
            title={`No connection since ${clockTime(new Date(offlineSince), timezone)}`}
          >
            This kiosk can’t record punches right now. Punch on your own device, or note the time
            and request a correction in your timesheet.
          </Notice>
        ) : (
          <p className="text-sm text-muted text-pretty max-lg:hidden">
            {device
              ? 'You set your PIN in Forecourt, in your profile. Your employee number is shown there, too.'
              : 'A kiosk is a shared device at which employees clock in and out with a PIN.'}
          </p>
        )}
      </header>
      <main className="flex min-w-0 flex-col px-5 py-6 sm:px-8 lg:justify-center lg:px-12">
        <div className="mx-auto w-full max-w-md">{children}</div>
      </main>
    </div>
  );
}

/** Large enough to read across a room. */
function ClockNow({ timezone }: { timezone: string }) {
  const now = useServerTime();
  return (
    <div>
      <p className="text-[40px]/[48px] font-semibold tracking-tight tabular-nums sm:text-[56px]/[64px] lg:text-[64px]/[76px]">
        <time dateTime={new Date(now).toISOString()}>{clockSeconds(now, timezone)}</time>
      </p>
      <p className="text-base text-muted lg:text-lg">
        {longDate(now, timezone)}
        <span className="max-sm:hidden">{` · ${zoneName(now, timezone)}`}</span>
      </p>
    </div>
  );
}
