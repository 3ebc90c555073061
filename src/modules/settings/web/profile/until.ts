import { atClock, fromInput, weekdayAt } from '../../../../platform/web/time/inputs.ts';

const minute = 60_000;

/** When a status may end by itself; the value is what the picker holds. */
export const untilChoices = [
  { value: '30', label: 'In 30 minutes' },
  { value: '60', label: 'In 1 hour' },
  { value: '240', label: 'In 4 hours' },
  { value: 'today', label: 'At the end of today' },
  { value: 'week', label: 'At the end of this week' },
  { value: 'at', label: 'At a time of your own' },
];

const endOfDay = '23:59:59';

/** The moment a choice means; null where it means none. */
export function untilOf(choice: string, own: string, now: Date): Date | null {
  if (choice === 'at') return fromInput(own);
  if (choice === 'today') return atClock(now, 0, endOfDay);
  if (choice === 'week') return atClock(now, (7 - weekdayAt(now)) % 7, endOfDay);
  return Number(choice) > 0 ? new Date(now.getTime() + Number(choice) * minute) : null;
}
