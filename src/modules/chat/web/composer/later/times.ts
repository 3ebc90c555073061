/** The zone the browser is set to: the person's own. */
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface Suggestion {
  label: string;
  at: Date;
}

/** When one most often wants a message to go: tomorrow morning, and the morning of the next week. */
export function suggestedTimes(now: Date): Suggestion[] {
  const tomorrow = morning(now, 1);
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const suggestions = [{ label: 'Tomorrow', at: tomorrow }];
  // On a Sunday tomorrow is Monday.
  if (untilMonday > 1) suggestions.push({ label: 'Next Monday', at: morning(now, untilMonday) });
  return suggestions;
}

function morning(now: Date, daysAhead: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead, 8);
}

/** The two values of native date and time inputs, and back; null where they make no time. */
export function toInputs(at: Date): { date: string; time: string } {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

export function fromInputs(date: string, time: string): Date | null {
  const at = new Date(`${date}T${time}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const whenFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const zoneFormat = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric' });

/** `Sat, Nov 21, 8:00 AM`, in the person's own zone. */
export const whenText = (at: Date) => whenFormat.format(at);

/** `Central Time (Chicago)`: the zone in which times are shown and entered. */
export function zoneName(now: Date): string {
  const named = zoneFormat.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value;
  const city = ownTimeZone().split('/').at(-1)?.replaceAll('_', ' ');
  return named && city && named !== city && !named.includes(city)
    ? `${named} (${city})`
    : (named ?? city ?? 'your time zone');
}
