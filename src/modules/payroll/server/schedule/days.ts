import { type CalendarDate, formatOf } from '../../../../platform/contract/wallTime.ts';
import type { Period } from '../../contract/periods.ts';

const format = () => formatOf({ month: 'short', day: 'numeric', year: 'numeric' }, 'UTC');
const noon = (day: CalendarDate) => new Date(`${day}T12:00:00Z`);

/** `Nov 15, 2026`, for a sentence. */
export const dayText = (day: CalendarDate): string => format().format(noon(day));

/** `Nov 9 – 22, 2026`, for a sentence. */
export const periodText = ({ startsOn, endsOn }: Pick<Period, 'startsOn' | 'endsOn'>): string =>
  format().formatRange(noon(startsOn), noon(endsOn));
