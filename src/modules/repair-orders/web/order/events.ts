import { dollarsOf, plural } from '../../../../platform/web/format/amounts.ts';
import { statusNames } from '../../contract/status.ts';
import type { Choices, OrderEvent } from '../../contract.ts';
import { momentOf } from '../labels.ts';

const fieldNames: Record<string, string> = {
  customer: 'Customer',
  vehicle: 'Car',
  vin: 'VIN',
  advisor: 'Advisor',
  promisedAt: 'Promised',
  milesIn: 'Miles in',
  milesOut: 'Miles out',
  note: 'Note',
};

type Value = string | number | null;

/** What happened, in a few words, and what of it one may want to know. */
export function describeEvent(data: OrderEvent['data'], choices: Choices) {
  switch (data.kind) {
    case 'opened':
      return { title: 'Written up', detail: '' };
    case 'lines': {
      const [from, to] = [dollarsOf(data.fromSaleCents), dollarsOf(data.toSaleCents)];
      return { title: `Work changed to ${plural(data.count, 'line')}`, detail: `${from} → ${to}` };
    }
    case 'status': {
      const title = `${statusNames[data.from]} → ${statusNames[data.to]}`;
      return { title, detail: data.reason ?? '' };
    }
    case 'changed': {
      const told = data.fields.map(({ name, from, to }) => {
        const said = (value: Value) => describeValue(name, value, choices);
        return `${fieldNames[name] ?? name}: ${said(from)} → ${said(to)}`;
      });
      return { title: 'Changed', detail: told.join('\n') };
    }
  }
}

function describeValue(name: string, value: Value, { staff }: Choices): string {
  if (value === null || value === '') return 'nothing';
  if (name === 'promisedAt') return momentOf(String(value));
  if (name === 'advisor') return staff.find(({ id }) => id === value)?.name ?? 'somebody else';
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
