import type { SubjectKind } from '../contract/holds.ts';
import type { RetentionEvent } from '../contract.ts';

/** Completes the phrase "7 years after". */
export const eventLabels: Record<RetentionEvent, string> = {
  deal_delivered: 'the deal is delivered or canceled, or the date on a document without one',
  deal_canceled: 'the deal is canceled, or the date on an application without one',
  repair_order_closed: 'the repair order is closed, or the date on a document without one',
  employment_ended: 'the employment ends, or the date on a document of no employee',
  document_dated: 'the date on the document',
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
