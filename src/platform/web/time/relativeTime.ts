const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 min. ago`, `yesterday`; the date itself once a week has passed. */
export function relativeTime(at: Date, now: Date, timeZone?: string): string {
  const passed = now.getTime() - at.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  if (passed < 7 * day) return format.format(-Math.floor(passed / day), 'day');
  return exactTime(at, timeZone);
}

/** In the zone it is told by; without one, the browser's own. */
export const exactTime = (at: Date, timeZone?: string) => dateIn(timeZone).format(at);

const dates = new Map<string | undefined, Intl.DateTimeFormat>();

/** Made once: making one takes longer than all it formats. */
function dateIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dates.get(timeZone);
  if (known) return known;
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const made = new Intl.DateTimeFormat('en-US', { ...style, ...(timeZone && { timeZone }) });
  dates.set(timeZone, made);
  return made;
}
