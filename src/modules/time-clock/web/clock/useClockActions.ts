import { type Grants, permits } from '../../../../platform/contract/access.ts';
import { kindNames, type PunchKind, possiblePunches, toolAccess } from '../../contract.ts';
import { refusalOf } from './refusals.ts';
import { useClock } from './useClock.ts';
import { usePunch } from './usePunch.ts';

interface ClockAction {
  kind: PunchKind;
  label: string;
  press: () => void;
}

/** The actions of the user's time clock; empty without access and while loading. */
export function useClockActions(user: Grants & { id: number }): ClockAction[] {
  const { clock, send } = useClock(user.id, { enabled: permits(toolAccess, user) });
  const { press } = usePunch(user.id, send);
  if (!clock) return [];
  const isPossible = (kind: PunchKind) => refusalOf(clock, kind) === undefined;
  return possiblePunches[clock.status].filter(isPossible).map((kind) => ({
    kind,
    label: kindNames[kind],
    // Of someone with several stores, where they last worked.
    press: () => void press(kind),
  }));
}
