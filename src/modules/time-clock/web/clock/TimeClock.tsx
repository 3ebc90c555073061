import { Link } from 'wouter';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { WaitingList } from '../waiting/WaitingList.tsx';
import { ClockButtons } from './ClockButtons.tsx';
import { ClockFace, HoursSoFar } from './ClockFace.tsx';
import { type ShownClock, useClock } from './useClock.ts';
import { usePunch } from './usePunch.ts';

/** The time clock: clock in and out, start and end breaks. */
export function TimeClock() {
  const user = useCurrentUser();
  return user ? <OwnClock userId={user.id} /> : null;
}

function OwnClock({ userId }: { userId: number }) {
  const { clock, isError, refetch, send, sending } = useClock(userId);
  const { press, pending } = usePunch(userId, send);
  if (isError) {
    return (
      <EmptyState
        title="Couldn't load the time clock"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (!clock) return <Skeleton className="h-40" />;
  return (
    <section aria-label="Time Clock" className="flex flex-col gap-5">
      <ClockFace clock={clock} />
      {clock.forgotten && (
        <ForgottenNotice clock={clock} onNewShift={() => void press('clock_in')} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <ClockButtons
          status={clock.status}
          pending={pending}
          onPress={(kind) => void press(kind)}
        />
        <HoursSoFar clock={clock} />
      </div>
      <WaitingList
        userId={userId}
        timezone={clock.timezone}
        sending={sending}
        onSend={() => void send()}
      />
      <Links clock={clock} />
    </section>
  );
}

function ForgottenNotice({ clock, onNewShift }: { clock: ShownClock; onNewShift: () => void }) {
  const startedAt = weekdayTime(clock.shiftStartedAt ?? clock.serverTime, clock.timezone);
  return (
    <Notice
      tone="warning"
      title={`You have been clocked in since ${startedAt}`}
      action={
        <Button size="sm" onClick={onNewShift}>
          Start a new shift
        </Button>
      }
    >
      If you forgot to clock out, start a new shift and request a correction in{' '}
      <Link href="/utilities/timesheets" className="font-medium underline">
        your timesheet
      </Link>
      .
    </Notice>
  );
}

function Links({ clock: { may, waiting } }: { clock: ShownClock }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Link href="/utilities/timesheets" className="font-medium text-accent hover:underline">
        My timesheet
      </Link>
      {may.seeTeam && (
        <Link
          href="/utilities/timesheets?view=team"
          className="font-medium text-accent hover:underline"
        >
          Team timesheets
        </Link>
      )}
      {waiting > 0 && (
        <span className="text-muted">
          {waiting === 1 ? '1 request pending' : `${waiting} requests pending`}
        </span>
      )}
    </p>
  );
}
