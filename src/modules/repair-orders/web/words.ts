import { exactTime } from '../../../platform/web/time/relativeTime.ts';
import type { Status } from '../contract/status.ts';

export const orderHref = (id: number) => `/customers/repair-orders?order=${id}`;

export const tones: Record<Status, 'neutral' | 'success' | 'warning' | 'info'> = {
  open: 'info',
  in_work: 'info',
  waiting_parts: 'warning',
  waiting_approval: 'warning',
  completed: 'success',
  closed: 'neutral',
  void: 'neutral',
};

/** `1.7 h`, of hundredths of an hour. */
export const hoursOf = (hundredths: number) =>
  `${(hundredths / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })} h`;

/** `Nov 20, 8:02 AM` */
export function momentOf(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone },
  }).format(new Date(at));
}

export const wholeMoment = (at: string) => exactTime(new Date(at));
