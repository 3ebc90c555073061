import type { QuietSchedule } from '../../../../contract/settings.ts';

const timeZones = [
  { value: 'America/Los_Angeles', label: 'Pacific (PT)' },
  { value: 'America/Denver', label: 'Mountain (MT)' },
  { value: 'America/Chicago', label: 'Central (CT)' },
  { value: 'America/New_York', label: 'Eastern (ET)' },
  { value: 'America/Phoenix', label: 'Arizona (MST)' },
  { value: 'America/Anchorage', label: 'Alaska (AKST)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (HST)' },
];

/** The US time zones, and the user's own if different. */
export function zonesWith(timezone: string) {
  const isKnown = timeZones.some(({ value }) => value === timezone);
  return isKnown ? timeZones : [{ value: timezone, label: timezone }, ...timeZones];
}

/** Describes the quiet hours, so that they are not mistaken for working hours. */
export function describeQuietHours({ start, end, timezone }: QuietSchedule): string {
  if (!start || !end) return '';
  const zone = zonesWith(timezone).find(({ value }) => value === timezone)?.label ?? timezone;
  const until = start < end ? clock(end) : `${clock(end)} the next day`;
  return (
    `Quiet from ${clock(start)} until ${until}, ${zone}: notifications appear in the bell ` +
    'without sound or push. Messages meant for you are emailed afterward.'
  );
}

/** `21:00` as `9:00 PM`. */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}
