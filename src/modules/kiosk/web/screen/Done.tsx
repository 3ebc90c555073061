import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { clockTime } from '../../../../platform/web/time/moments.ts';
import type { PunchKind } from '../../../time-clock/contract.ts';
import { clockHours } from '../../../time-clock/web/public.ts';
import type { KioskPunched } from '../../contract.ts';
import { BigButton } from '../parts/BigButton.tsx';

const doneNames: Record<PunchKind, string> = {
  clock_in: 'Clocked in',
  clock_out: 'Clocked out',
  break_start: 'Break started',
  break_end: 'Break ended',
};

const shownForMs = 3_000;

interface Props {
  name: string;
  punched: KioskPunched;
  timezone: string;
  onDone: () => void;
}

/** What was recorded, for a moment; then the next person’s turn. */
export function Done({ name, punched: { kind, at, clock }, timezone, onDone }: Props) {
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => finish(), shownForMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="flex flex-col items-center gap-6 text-center">
      <div role="status" className="flex flex-col items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-16 text-success" />
        <h1 className="text-2xl font-semibold">
          {`${doneNames[kind]} at ${clockTime(at, timezone)}`}
        </h1>
        <p className="text-lg text-muted">{`${name}, ${clockHours(clock.todayMs)} hours today`}</p>
      </div>
      <BigButton autoFocus onClick={onDone}>
        Done
      </BigButton>
    </section>
  );
}
