import { type Grants, permits } from '../../../../platform/contract/access.ts';
import { type ClockStatus, kindNames, type PunchKind, toolAccess } from '../../contract.ts';
import { useClock } from './useClock.ts';
import { usePunch } from './usePunch.ts';

interface ClockAction {
  kind: PunchKind;
  label: string;
  press: () => void;
}

const possible: Record<ClockStatus, readonly PunchKind[]> = {
  clocked_out: ['clock_in'],
  clocked_in: ['clock_out', 'break_start'],
  on_break: ['break_end', 'clock_out'],
};

/** The actions of the user's time clock; empty without access and while loading. */
export function useClockActions(user: Grants & { id: number }): ClockAction[] {
  const { clock, send } = useClock(user.id, { enabled: permits(toolAccess, user) });
  const { press } = usePunch(user.id, send);
  if (!clock) return [];
  return possible[clock.status].map((kind) => ({
    kind,
    label: kindNames[kind],
    // Of someone with several stores, where they last worked.
    press: () => void press(kind),
  }));
}
