import { calendarDay, shortDay } from '../../../../platform/contract/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import type { RequirementState } from '../../contract/jacket.ts';
import type { RecordKind } from '../../contract/kinds.ts';

export const listHref = '/documents/jackets';

/** The page of a record, where its jacket is. */
export function jacketHref(record: RecordKind, id: number): string {
  switch (record) {
    case 'deal':
      return `/customers/deals?deal=${id}`;
    case 'repair_order':
      return `/customers/repair-orders?order=${id}`;
    case 'employee':
      return `${listHref}?view=hires&employee=${id}`;
  }
}

export const stateNames: Record<RequirementState, string> = {
  missing: 'Missing',
  received: 'Received',
  waived: 'Waived',
};

/** When a jacket is due: `Signed 12 days ago`. */
export const sinceVerbs: Record<RecordKind, string> = {
  deal: 'Signed',
  repair_order: 'Closed',
  employee: 'Hired',
};

/** `in 5 days`, `tomorrow`, `today`, `1 day ago`, `12 days ago` */
export const daysAgo = (days: number): string => {
  if (days === 0) return 'today';
  if (days < 0) return days === -1 ? 'tomorrow' : `in ${-days} days`;
  return days === 1 ? '1 day ago' : `${days} days ago`;
};

/** `Nov 20`; with the year if it is another one. */
export const nearDay = (day: string): string =>
  day.slice(0, 4) === today().slice(0, 4) ? shortDay(day) : calendarDay(day);

/** How urgent a missing document is, by the days since the delivery. */
export const ageTone = (days: number) => {
  if (days > 30) return 'danger';
  return days > 10 ? 'warning' : 'neutral';
};
