import { atClock, fromInput, weekdayAt } from '../../../../platform/web/time/inputs.ts';

const minute = 60_000;

/** When a status can end automatically; the value is the select value. */
export const untilChoices = [
  { value: '30', label: 'In 30 minutes' },
  { value: '60', label: 'In 1 hour' },
  { value: '240', label: 'In 4 hours' },
  { value: 'today', label: 'At the end of today' },
  { value: 'week', label: 'At the end of this week' },
  { value: 'at', label: 'Custom time' },
];

const endOfDay = '23:59:59';

/** The end time of a choice; null for none. */
export function untilOf(choice: string, customTime: string, now: Date): Date | null {
  if (choice === 'at') return fromInput(customTime);
  if (choice === 'today') return atClock(now, 0, endOfDay);
  if (choice === 'week') return atClock(now, (7 - weekdayAt(now)) % 7, endOfDay);
  return Number(choice) > 0 ? new Date(now.getTime() + Number(choice) * minute) : null;
}
