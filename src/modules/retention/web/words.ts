import type { SubjectKind } from '../contract/holds.ts';
import type { RetentionEvent } from '../contract.ts';

/** How it goes on after "7 years after". */
export const eventWords: Record<RetentionEvent, string> = {
  deal_delivered: 'the deal is delivered',
  repair_order_closed: 'the repair order is closed',
  employment_ended: 'the employment ends',
};

export const kindNames: Record<SubjectKind, string> = {
  customer: 'Customer',
  vehicle: 'Vehicle (VIN)',
  employee: 'Employee',
  deal: 'Deal',
  repair_order: 'Repair order',
  document: 'Document',
};

export const count = (many: number, one: string) =>
  `${many.toLocaleString('en-US')} ${one}${many === 1 ? '' : 's'}`;

export function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
