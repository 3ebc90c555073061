import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import { weekdayNames } from '../../contract/period.ts';
import type { View } from '../../contract/views.ts';
import { hrefOf } from '../state/address.ts';

export const viewHref = (view: Pick<View, 'id' | 'report' | 'question'>): string =>
  hrefOf(view.report, view.question, { view: String(view.id) });

export const checkName = ({ name }: { name: string }): Errors =>
  name.trim() === '' ? { name: 'Enter a name.' } : {};

type Timing = Pick<NonNullable<View['schedule']>, 'every' | 'weekday' | 'day' | 'hour'>;

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
export const ordinalOf = (day: number) => `${day}${endings[ordinals.select(day)]}`;

/** `8 AM`, `12 PM` */
export const hourOf = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** `every Monday at 8 AM` */
export function timingOf({ every, weekday = 1, day = 1, hour }: Timing): string {
  const at = `at ${hourOf(hour)}`;
  if (every === 'day') return `every day ${at}`;
  if (every === 'week') return `every ${weekdayNames[weekday]} ${at}`;
  return `on the ${ordinalOf(day)} of the month ${at}`;
}
