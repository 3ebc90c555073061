import { Coffee, LogIn, LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { type ClockStatus, type PunchKind, possiblePunches } from '../../contract.ts';
import { ClockFace, HoursSoFar } from './ClockFace.tsx';
import { refusalOf } from './refusals.ts';
import { type ShownClock, useClock } from './useClock.ts';
import { usePunch } from './usePunch.ts';
import { WaitingList } from './WaitingList.tsx';

/** The time clock: clock in and out, start and end breaks. */
export function TimeClock() {
  const user = useCurrentUser();
  return user ? <OwnClock userId={user.id} /> : null;
}

function OwnClock({ userId }: { userId: number }) {
  const { clock, error, refetch, send, sending } = useClock(userId);
  const { press: punch, pending } = usePunch(userId, send);
  const workplace = useWorkplace(clock);
  if (error) {
    return <NotLoaded what="the time clock" error={error} onRetry={refetch} />;
  }
  if (!clock) return <Skeleton className="h-40" />;
  const press = (kind: PunchKind) => {
    if (workplace.accepts(kind)) void punch(kind, workplace.store);
  };
  return (
    <section aria-label="Time Clock" className="flex flex-col gap-5">
      <ClockFace clock={clock} />
      {clock.forgotten && <ForgottenNotice clock={clock} onNewShift={() => press('clock_in')} />}
      <RefusalNotice clock={clock} store={workplace.store} />
      {workplace.isAsked && <WorkplaceField stores={clock.stores} {...workplace} />}
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <ClockButtons
          status={clock.status}
          pending={pending}
          isRefused={(kind) => refusalOf(clock, kind, workplace.store) !== undefined}
          onPress={press}
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

/** Where someone of several stores works next; asked when they clock in or come back from a break. */
function useWorkplace(clock: ShownClock | undefined) {
  const [chosen, choose] = useState<Store>();
  const [isMissing, setMissing] = useState(false);
  const hasChoice = (clock?.stores.length ?? 0) > 1;
  const store = chosen ?? clock?.store ?? undefined;
  return {
    // With one store the server knows it, also where this clock is out of date.
    store: hasChoice ? store : undefined,
    isAsked: hasChoice && (clock?.status !== 'clocked_in' || clock.forgotten),
    isMissing: isMissing && store === undefined,
    choose,
    /** Without a store a shift of such a person would belong to none. */
    accepts(kind: PunchKind): boolean {
      const lacks = kind === 'clock_in' && hasChoice && store === undefined;
      setMissing(lacks);
      return !lacks;
    },
  };
}

interface WorkplaceFieldProps
  extends Pick<ReturnType<typeof useWorkplace>, 'store' | 'isMissing' | 'choose'> {
  stores: readonly Store[];
}

function WorkplaceField({ stores, store, isMissing, choose }: WorkplaceFieldProps) {
  return (
    <SelectField
      label="Store"
      className="w-full sm:w-64"
      placeholder={store === undefined ? 'Choose a store' : undefined}
      options={stores.map((value) => ({ value, label: storeNames[value] }))}
      value={store ?? ''}
      error={isMissing ? 'Choose the store you work at' : undefined}
      onChange={({ target }) => choose(target.value as Store)}
    />
  );
}

/** Why the next punch is not possible here: its store accepts punches only from certain places. */
function RefusalNotice({ clock, store }: { clock: ShownClock; store: Store | undefined }) {
  const [next] = possiblePunches[clock.status];
  const reason = next && refusalOf(clock, next, store);
  if (!reason) return null;
  return (
    <Notice tone="warning" title="You can’t punch from here">
      {`${reason} If you can’t get there, request a correction in `}
      <Link href="/utilities/timesheets" className="font-medium underline">
        your timesheet
      </Link>
      .
    </Notice>
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

interface ClockButtonsProps {
  status: ClockStatus;
  pending: PunchKind | null;
  isRefused: (kind: PunchKind) => boolean;
  onPress: (kind: PunchKind) => void;
}

/** Two buttons whose action and label follow the clock status. */
function ClockButtons({ status, pending, isRefused, onPress }: ClockButtonsProps) {
  const isIn = status !== 'clocked_out';
  const onBreak = status === 'on_break';
  const shared = { pending, isRefused, onPress };
  return (
    <div className="flex flex-wrap gap-2">
      <ClockButton {...shared} kind={isIn ? 'clock_out' : 'clock_in'} isNext={!isIn}>
        {isIn ? <LogOut aria-hidden="true" /> : <LogIn aria-hidden="true" />}
        {isIn ? 'Clock Out' : 'Clock In'}
      </ClockButton>
      <ClockButton
        {...shared}
        kind={onBreak ? 'break_end' : 'break_start'}
        isNext={onBreak}
        disabled={!isIn}
      >
        <Coffee aria-hidden="true" />
        {onBreak ? 'End Break' : 'Start Break'}
      </ClockButton>
    </div>
  );
}

interface ClockButtonProps extends Omit<ClockButtonsProps, 'status'> {
  kind: PunchKind;
  isNext: boolean;
  disabled?: boolean;
  children: ReactNode;
}

function ClockButton(props: ClockButtonProps) {
  const { kind, isNext, disabled, pending, isRefused, onPress, children } = props;
  const justChanged = useJustChanged(kind);
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      className="min-w-32"
      pending={pending === kind}
      disabled={disabled || isRefused(kind) || (pending !== null && pending !== kind)}
      aria-disabled={justChanged || undefined}
      onClick={() => {
        if (!justChanged) onPress(kind);
      }}
    >
      {children}
    </Button>
  );
}

const guardMs = 600;

/**
 * True briefly after a button's action changed. A press in flight was meant for the old action: the second
 * click of a double click, or a tap while an update from another device arrived.
 */
function useJustChanged(action: string): boolean {
  const [shown, setShown] = useState({ action, justChanged: false });
  if (shown.action !== action) setShown({ action, justChanged: true });
  useEffect(() => {
    if (!shown.justChanged) return;
    const timer = setTimeout(() => setShown({ ...shown, justChanged: false }), guardMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown.justChanged;
}
