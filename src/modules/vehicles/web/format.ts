const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** `Jan 5, 2026`, of a day of the calendar. */
export const dayOf = (date: string) => days.format(new Date(date));

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
export const momentOf = (at: string) => moments.format(new Date(at));

const hourMs = 3_600_000;
/** `5 h`, `3 d 4 h`: how long something has lasted. */
export function lastingOf(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hourMs));
  if (hours < 24) return hours === 0 ? 'under 1 h' : `${hours} h`;
  const rest = hours % 24;
  return rest === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${rest} h`;
}
