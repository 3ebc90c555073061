import type { PunchKind } from '../../contract.ts';
import type { Fault } from '../hours/sequence.ts';

export const kindNames: Record<PunchKind, string> = {
  clock_in: 'Clock In',
  clock_out: 'Clock Out',
  break_start: 'Start Break',
  break_end: 'End Break',
};

const toOneself: Record<Fault['reason'], string> = {
  'same moment': 'There is a punch at this very moment already.',
  'clocked in': 'You are already clocked in.',
  'not clocked in': 'You are not clocked in.',
  'on break': 'You are already on a break.',
  'not on break': 'You are not on a break.',
};

/** To the person who has just pressed a button. */
export const refusalOf = ({ reason }: Fault): string => toOneself[reason];

const ofSomebody: Record<Fault['reason'], string> = {
  'same moment': 'there is a punch at this very moment already',
  'clocked in': 'the shift before has not ended',
  'not clocked in': 'there is no shift it belongs to',
  'on break': 'a break runs already',
  'not on break': 'no break runs',
};

/** Of hours as they would be after a change. */
export function misfitOf({ moment, reason }: Fault, timezone: string): string {
  const when = new Date(moment.at).toLocaleString('en-US', {
    timeZone: timezone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return `${kindNames[moment.kind]} on ${when} would not fit: ${ofSomebody[reason]}.`;
}
