import type { PunchKind } from '../../contract.ts';
import type { Fault } from '../hours/sequence.ts';

export const kindNames: Record<PunchKind, string> = {
  clock_in: 'Clock In',
  clock_out: 'Clock Out',
  break_start: 'Start Break',
  break_end: 'End Break',
};

const rejections: Record<Fault['reason'], string> = {
  'same time': 'A punch already exists at this exact time.',
  'clocked in': 'You are already clocked in.',
  'not clocked in': 'You are not clocked in.',
  'on break': 'You are already on a break.',
  'not on break': 'You are not on a break.',
};

/** For the person who just punched. */
export const rejectionMessage = ({ reason }: Fault): string => rejections[reason];

const conflicts: Record<Fault['reason'], string> = {
  'same time': 'a punch already exists at this exact time',
  'clocked in': 'the previous shift has not ended',
  'not clocked in': 'it belongs to no shift',
  'on break': 'a break is already running',
  'not on break': 'no break is running',
};

/** For a change that would make the hours inconsistent. */
export function conflictMessage({ punch, reason }: Fault, timezone: string): string {
  const when = new Date(punch.at).toLocaleString('en-US', {
    timeZone: timezone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return `${kindNames[punch.kind]} on ${when} isn’t possible: ${conflicts[reason]}.`;
}
