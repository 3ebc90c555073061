import type { SelectOption } from '../../../../../platform/web/ui/SelectField.tsx';

export const whenOpen = 'open';

/** `8:30 AM` of `08:30`. */
export function clockOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

const morning = Array.from(
  { length: 15 },
  (_, at) => `${String(5 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
);

/** Every half hour of the morning, plus the current setting. */
export function timesWith(at: string | null): SelectOption[] {
  const times = at === null || morning.includes(at) ? morning : [...morning, at].toSorted();
  return [
    { value: whenOpen, label: 'When the store opens' },
    ...times.map((value) => ({ value, label: `At ${clockOf(value)}` })),
  ];
}
