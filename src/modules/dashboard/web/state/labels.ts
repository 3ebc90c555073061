import { shortDay } from '../../../../platform/contract/calendar.ts';
import type { Headline, Stats } from '../../contract.ts';

export const headlines = [
  'totalSales',
  'vehiclesSold',
  'serviceOrders',
  'activeCustomers',
] as const satisfies readonly Headline[];

export const headlineNames: Record<Headline, string> = {
  totalSales: 'Total Sales',
  vehiclesSold: 'Vehicles Sold',
  serviceOrders: 'Service Orders',
  activeCustomers: 'Active Customers',
};

const nothings: Record<Headline, string> = {
  totalSales: 'no sales',
  vehiclesSold: 'no sales',
  serviceOrders: 'no service orders',
  activeCustomers: 'no active customers',
};

/** `$2.4M` */
export const millionsOf = (dollars: number) => `$${(dollars / 1_000_000).toFixed(1)}M`;
export const countOf = (count: number) => count.toLocaleString('en-US');
export const headlineOf = (name: Headline, value: number) =>
  name === 'totalSales' ? millionsOf(value) : countOf(value);

export interface Change {
  direction: 'up' | 'down' | 'same' | 'none';
  /** `+12.4%`; empty when there is nothing to compare with. */
  figure: string;
  text: string;
}

/** Compares a figure with the same days of last month; `days` is their label: `Oct 1–23`. */
export function changeOf(now: number, before: number, days: string, nothing = 'no sales'): Change {
  if (before === 0) return { direction: 'none', figure: '', text: `${nothing} ${days}` };
  // Gross may have been a loss: less of one is up.
  const percent = Math.round(((now - before) / Math.abs(before)) * 1_000) / 10;
  const direction = percent > 0 ? 'up' : percent < 0 ? 'down' : 'same';
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  const size = Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return { direction, figure: `${sign}${size}%`, text: `vs ${days}` };
}

export const headlineChange = (name: Headline, stats: Stats): Change =>
  changeOf(stats[name], stats.before[name], daysBefore(stats), nothings[name]);

export const daysBefore = ({ days }: Pick<Stats, 'days'>) => daysOf(days.beforeFrom, days.beforeTo);

/** `Nov 1–22` */
export function daysOf(from: string, to: string): string {
  if (from === to) return shortDay(from);
  return `${shortDay(from)}–${Number(to.slice(8))}`;
}
