import { storeNames } from '../../../../platform/contract/names.ts';
import { dollarsOf, milesOf } from '../../../../platform/web/format/amounts.ts';
import { depositOutcomeNames } from '../../contract/deposits.ts';
import type { EventData } from '../../contract/history.ts';
import { outingNames } from '../../contract/outings.ts';
import { stageNames } from '../../contract/recon/stages.ts';
import { classNames, type StockClass, statusNames } from '../../contract/status.ts';
import { dayOf, depositTitle } from '../state/labels.ts';

export interface EventText {
  title: string;
  detail?: string | undefined;
}

const names: Record<string, string> = {
  vin: 'VIN',
  store: 'Store',
  stockNumber: 'Stock number',
  year: 'Model year',
  make: 'Make',
  model: 'Model',
  trim: 'Trim',
  body: 'Body',
  exterior: 'Exterior',
  interior: 'Interior',
  mileage: 'Miles',
  condition: 'Condition',
  acquiredOn: 'Acquired on',
  acquiredFrom: 'Acquired from',
  msrp: 'MSRP',
  lotLocation: 'Location',
  keyTag: 'Key tag',
  class: 'Use',
  deliverOn: 'Delivery',
  cost: 'Cost',
  pack: 'Pack',
  floorplan: 'Floorplan',
  estimate: 'Estimate',
  actual: 'Actual cost',
  owner: 'Assigned to (recon)',
};
const amounts = ['msrp', 'cost', 'pack', 'estimate', 'actual'];

/** Title and detail of a history entry. */
export function describeEvent(data: EventData): EventText {
  switch (data.kind) {
    case 'added':
      return {
        title: 'Added to stock',
        detail: `${data.stockNumber}, ${statusNames[data.status].toLowerCase()}`,
      };
    case 'changed':
      return {
        title: data.fields.length === 1 ? `${nameOf(data.fields[0])} changed` : 'Details changed',
        detail: data.fields.map(changeOf).join('; '),
      };
    case 'status':
      return { title: statusNames[data.to], detail: data.reason ?? undefined };
    case 'price':
      return { title: priceOf(data.from, data.to), detail: data.reason ?? undefined };
    case 'recon':
      return { title: `Recon: ${stageNames[data.to]}` };
    case 'picture_added':
      return { title: 'Photo added' };
    case 'picture_removed':
      return { title: 'Photo removed' };
    case 'out':
      return { title: `${outingNames[data.outing]}: checked out`, detail: `To ${data.holder}` };
    case 'transfer_sent':
      return {
        title: `Transfer to ${storeNames[data.to]} started`,
        detail: data.note || undefined,
      };
    case 'transfer_received':
      return {
        title: `Transferred from ${storeNames[data.from]} to ${storeNames[data.to]}`,
        detail: `${data.fromNumber} → ${data.toNumber}`,
      };
    case 'transfer_called_off':
      return { title: `Transfer to ${storeNames[data.to]} canceled`, detail: data.reason };
    case 'deposit_taken':
      return {
        title: `${depositTitle(data.cents)} taken`,
        detail: `Expires ${dayOf(data.expiresOn)}`,
      };
    case 'deposit_ended':
      return {
        title: `${depositTitle(data.cents)}: ${depositOutcomeNames[data.outcome].toLowerCase()}`,
        detail: data.reason ?? undefined,
      };
    case 'curtailment':
      return {
        title: `Curtailment of ${dollarsOf(data.cents)} added`,
        detail: `Due ${dayOf(data.dueOn)}`,
      };
    case 'curtailment_paid':
      return {
        title: `Curtailment of ${dollarsOf(data.cents)} paid`,
        detail: dayOf(data.paidOn),
      };
    case 'curtailment_removed':
      return { title: `Curtailment of ${dollarsOf(data.cents)} removed` };
    case 'in':
      return { title: `${outingNames[data.outing]}: checked in`, detail: milesOf(data.miles) };
  }
}

type Field = Extract<EventData, { kind: 'changed' }>['fields'][number];

const nameOf = (field: Field | undefined) => names[field?.name ?? ''] ?? field?.name ?? '';

function changeOf(field: Field): string {
  const text = (value: Field['to']) => {
    if (value === null || value === '') return 'none';
    if (field.name === 'class') return classNames[value as StockClass];
    if (field.name === 'deliverOn') return dayOf(String(value));
    return amounts.includes(field.name) ? dollarsOf(Number(value)) : String(value);
  };
  const before = field.from === null || field.from === '' ? '' : `${text(field.from)} → `;
  return `${nameOf(field)} ${before}${text(field.to)}`;
}

function priceOf(from: number | null, to: number | null): string {
  if (to === null) return 'Price removed';
  if (from === null) return `Priced at ${dollarsOf(to)}`;
  const change = dollarsOf(Math.abs(to - from));
  return `Price ${to < from ? `down ${change}` : `up ${change}`} to ${dollarsOf(to)}`;
}
