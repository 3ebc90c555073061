const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 min. ago`, `yesterday`; the date itself once a week has passed. */
export function relativeTime(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  if (passed < 7 * day) return format.format(-Math.floor(passed / day), 'day');
  return exactTime(at);
}

export function exactTime(at: Date): string {
  return date.format(at);
}
