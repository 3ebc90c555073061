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

/** The moment a choice means; null where it means none. */
export function untilOf(choice: string, own: string, now: Date): Date | null {
  if (choice === 'at') return own ? new Date(own) : null;
  if (choice === 'today') return endOfDay(now, 0);
  if (choice === 'week') return endOfDay(now, (7 - now.getDay()) % 7);
  return Number(choice) > 0 ? new Date(now.getTime() + Number(choice) * minute) : null;
}

function endOfDay(now: Date, daysLater: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLater, 23, 59, 59);
}

/** As a date and time input wants it: local, to the minute. */
export function toInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minute);
  return local.toISOString().slice(0, 16);
}
