import { exactDollarsOf } from '../../../../../platform/web/format/amounts.ts';
import { conditions, methodNames, methods, typeNames, types } from '../../../contract/deal.ts';
import { statusNames } from '../../../contract/status.ts';
import type { Choices, DealEvent } from '../../../contract.ts';
import { conditionNames } from '../../labels.ts';

const fieldNames: Record<string, string> = {
  customer: 'Customer',
  type: 'Sale',
  vehicle: 'Car',
  vin: 'VIN',
  stockNumber: 'Stock number',
  condition: 'Condition',
  salesperson: 'Salesperson',
  secondSalesperson: 'Second salesperson',
  financeManager: 'F&I',
  method: 'Payment',
  lender: 'Lender',
  rate: 'Rate',
  termMonths: 'Term',
  priceCents: 'Price',
  feesCents: 'Fees',
  taxCents: 'Tax',
  rebateCents: 'Rebate',
  downCents: 'Down payment',
  trade: 'Trade',
  tradeVin: 'VIN of the trade',
  tradeMiles: 'Miles of the trade',
  allowanceCents: 'Trade allowance',
  payoffCents: 'Trade payoff',
  note: 'Note',
};
const partNames = { products: 'Products', due_bills: 'What we owe', costs: 'Costs' } as const;

const people = ['salesperson', 'secondSalesperson', 'financeManager'];

type Value = string | number | null;

/** What happened, in a few words, and what of it one may want to know. */
export function describeEvent(data: DealEvent['data'], choices: Choices) {
  switch (data.kind) {
    case 'written':
      return { title: 'Written', detail: '' };
    case 'parts':
      return { title: 'Changed', detail: data.what.map((one) => partNames[one]).join('\n') };
    case 'status': {
      const title = `${statusNames[data.from]} → ${statusNames[data.to]}`;
      return { title, detail: data.reason ?? '' };
    }
    case 'due_bill':
      return { title: data.isDone ? 'Kept what we owed' : 'Owed again', detail: data.what };
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
  if (typeof value === 'number') {
    if (name.endsWith('Cents')) return exactDollarsOf(value);
    if (name === 'rate') return `${value / 100} %`;
    if (people.includes(name)) return staff.find(({ id }) => id === value)?.name ?? 'somebody else';
    return value.toLocaleString('en-US');
  }
  return namedOf(name, value) ?? value;
}

/** What the trade calls a value that is one of a few. */
function namedOf(name: string, value: string): string | undefined {
  const among = <K extends string>(known: readonly K[], names: Record<K, string>) => {
    const found = known.find((one) => one === value);
    return found && names[found];
  };
  if (name === 'type') return among(types, typeNames);
  if (name === 'method') return among(methods, methodNames);
  return name === 'condition' ? among(conditions, conditionNames) : undefined;
}
