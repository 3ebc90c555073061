import type { Status } from '../../contract/status.ts';

export const listHref = '/customers/repair-orders';
export const orderHref = (id: number) => `${listHref}?order=${id}`;

export const tones: Record<Status, 'neutral' | 'success' | 'warning' | 'info'> = {
  open: 'info',
  in_work: 'info',
  waiting_parts: 'warning',
  waiting_approval: 'warning',
  completed: 'success',
  closed: 'neutral',
  void: 'neutral',
};

/** `1.7 h`, from hundredths of an hour. */
export const hoursOf = (hundredths: number) =>
  `${(hundredths / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })} h`;
