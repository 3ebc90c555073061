const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const near = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric' });
const far = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

export const clockTime = (at: number) => clock.format(at);
export const exactTime = (at: number) => exact.format(at);

/** A day as one speaks of it: Today, Yesterday, Monday, January 5; with the year once that is over. */
export function dayName(at: number, now: number): string {
  const daysAgo = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? near : far).format(at);
}

export function isSameDay(one: number, other: number): boolean {
  return startOfDay(one) === startOfDay(other);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** `today at 9:12 AM`, `Monday, January 5 at 9:12 AM`: a moment in the middle of a sentence. */
export function momentName(at: number, now: number): string {
  const day = dayName(at, now);
  const spoken = day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day;
  return `${spoken} at ${clockTime(at)}`;
}
