import { type Deal, houseDeal } from '../../contract/deal.ts';
import type { Status } from '../../contract/status.ts';

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

/** `Ines Okafor and Juno Park`, or that no one sold it. */
export const sellersOf = ({ salesperson, secondSalesperson }: Deal) =>
  [salesperson, secondSalesperson]
    .filter((one) => one !== null)
    .map(({ name }) => name)
    .join(' and ') || houseDeal;

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
