import { type CalendarDate, formatOf } from '../../../platform/contract/wallTime.ts';
import type { Portion } from '../contract/requests.ts';

const format = () => formatOf({ month: 'short', day: 'numeric' }, 'UTC');
const at = (day: CalendarDate) => new Date(`${day}T00:00:00Z`);

/** `Dec 1 – 3`, `Dec 1` */
export const spanText = (startsOn: CalendarDate, endsOn: CalendarDate): string =>
  format().formatRange(at(startsOn), at(endsOn)).replaceAll('\u2009', ' ');

const portionTexts: Record<Portion, string> = {
  full: '',
  morning: ', morning',
  afternoon: ', afternoon',
  hours: '',
};

/** `9:00 AM` */
const timeText = (minute: number): string =>
  formatOf({ hour: 'numeric', minute: '2-digit' }, 'UTC')
    .format(new Date(minute * 60_000))
    .replaceAll('\u202f', ' ');

interface Span {
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  portion: Portion;
  fromMinute: number;
  toMinute: number;
}

/** `Dec 1 – 3`, `Dec 1, morning`, `Dec 1, 9:00 AM – 11:00 AM` */
export function describeSpan({ startsOn, endsOn, portion, fromMinute, toMinute }: Span): string {
  const days = spanText(startsOn, endsOn);
  if (portion !== 'hours') return `${days}${portionTexts[portion]}`;
  return `${days}, ${timeText(fromMinute)} – ${timeText(toMinute)}`;
}
