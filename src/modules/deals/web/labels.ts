import { calendarDay, shortDay } from '../../../platform/web/time/calendar.ts';
import { dayAt, today } from '../../../platform/web/time/days.ts';
import { exactTime } from '../../../platform/web/time/moments.ts';
import type { Deal } from '../contract/deal.ts';
import type { Status } from '../contract/status.ts';

export const listHref = '/customers/deals';
export const dealHref = (id: number) => `${listHref}?deal=${id}`;
export const carHref = (vehicleId: number) => `/fleet?vehicle=${vehicleId}`;

export const tones: Record<Status, 'neutral' | 'success' | 'accent' | 'info'> = {
  open: 'info',
  signed: 'accent',
  delivered: 'accent',
  funded: 'success',
  canceled: 'neutral',
};

export const conditionNames: Record<Deal['condition'], string> = {
  new: 'New',
  used: 'Used',
  cpo: 'CPO',
};
/** For use within a sentence. */
export const conditionLabels = { new: 'new', used: 'used', cpo: 'CPO' } as const;

export const dayOf = calendarDay;

/** `Jan 5` in the current year, with the year otherwise. */
export const shortDayOf = (date: string) =>
  date.slice(0, 4) === today().slice(0, 4) ? shortDay(date) : calendarDay(date);

export const exactTimeOf = exactTime;

/** The latest status change of a deal and its date, for the list. */
export function latestStep(deal: Deal): { what: string; day: string } {
  if (deal.fundedOn) return { what: 'Funded', day: deal.fundedOn };
  if (deal.deliveredOn) return { what: 'Delivered', day: deal.deliveredOn };
  if (deal.signedOn) return { what: 'Signed', day: deal.signedOn };
  return { what: 'Opened', day: dayAt(deal.openedAt) };
}

const dayMs = 86_400_000;
const slowDays = 7;
const lateDays = 14;

/** Days since delivery without funding; null if not delivered or already funded. */
export function transitOf(deal: Deal, today: string) {
  if (deal.status !== 'delivered' || !deal.deliveredOn) return null;
  const age = Math.max(0, Math.round((Date.parse(today) - Date.parse(deal.deliveredOn)) / dayMs));
  const tone = age > lateDays ? 'danger' : age > slowDays ? 'warning' : 'neutral';
  return { days: age, tone } as const;
}
