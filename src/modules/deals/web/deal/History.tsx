import { useQuery } from '@tanstack/react-query';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import {
  conditions,
  type DealPage,
  houseDeal,
  methodNames,
  methods,
  typeNames,
  types,
} from '../../contract/deal.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, type DealEvent, listDealEvents } from '../../contract.ts';
import { conditionNames } from '../state/labels.ts';

/** The history of a deal, latest first. */
export function History({ deal, choices }: { deal: DealPage; choices: Choices }) {
  const { data } = useQuery({
    ...queryOptionsFor(listDealEvents, { params: { dealId: deal.id } }),
    refetchOnMount: 'always',
  });
  return <RecordHistory events={data} describe={(event) => describeEvent(event, choices)} />;
}

const fieldNames: Record<string, string> = {
  customer: 'Customer',
  type: 'Deal type',
  vehicle: 'Vehicle',
  vin: 'VIN',
  stockNumber: 'Stock number',
  condition: 'Condition',
  salesperson: 'Salesperson',
  secondSalesperson: 'Second salesperson',
  closer: 'Closer',
  financeManager: 'F&I',
  method: 'Payment method',
  lender: 'Lender',
  rate: 'Rate',
  termMonths: 'Term',
  priceCents: 'Price',
  feesCents: 'Fees',
  taxCents: 'Tax',
  rebateCents: 'Rebate',
  downCents: 'Down payment',
  trade: 'Trade-in',
  tradeVin: 'Trade-in VIN',
  tradeMiles: 'Trade-in miles',
  allowanceCents: 'Trade-in allowance',
  payoffCents: 'Trade-in payoff',
  note: 'Note',
};
const partNames = { products: 'Products', due_bills: 'Due bills', costs: 'Costs' } as const;

const people = ['salesperson', 'secondSalesperson', 'closer', 'financeManager'];

type Value = string | number | null;

/** Title and detail of a history event. */
function describeEvent(data: DealEvent['data'], choices: Choices) {
  switch (data.kind) {
    case 'written':
      return { title: 'Created', detail: '' };
    case 'parts':
      return { title: 'Changed', detail: data.what.map((one) => partNames[one]).join('\n') };
    case 'status': {
      const title = `${statusNames[data.from]} → ${statusNames[data.to]}`;
      const day = data.on && `On ${calendarDay(data.on)}`;
      return { title, detail: [day, data.reason].filter(Boolean).join('\n') };
    }
    case 'day': {
      const days = `${calendarDay(data.from)} → ${calendarDay(data.to)}`;
      const detail = `${statusNames[data.status]}: ${days}\n${data.reason}`;
      return { title: 'Day corrected', detail };
    }
    case 'due_bill':
      return { title: data.isDone ? 'Due bill completed' : 'Due bill reopened', detail: data.what };
    case 'changed': {
      const lines = data.fields.map(({ name, from, to }) => {
        const textOf = (value: Value) => describeValue(name, value, choices);
        return `${fieldNames[name] ?? name}: ${textOf(from)} → ${textOf(to)}`;
      });
      return { title: 'Changed', detail: lines.join('\n') };
    }
  }
}

function describeValue(name: string, value: Value, { staff }: Choices): string {
  if (value === null && name === 'salesperson') return houseDeal;
  if (value === null || value === '') return 'empty';
  if (typeof value === 'number') {
    if (name.endsWith('Cents')) return exactDollarsOf(value);
    if (name === 'rate') return `${value / 100}%`;
    if (people.includes(name))
      return staff.find(({ id }) => id === value)?.name ?? 'another employee';
    return value.toLocaleString('en-US');
  }
  return labelOf(name, value) ?? value;
}

/** The label of an enum value. */
function labelOf(name: string, value: string): string | undefined {
  const find = <K extends string>(known: readonly K[], names: Record<K, string>) => {
    const found = known.find((one) => one === value);
    return found && names[found];
  };
  if (name === 'type') return find(types, typeNames);
  if (name === 'method') return find(methods, methodNames);
  return name === 'condition' ? find(conditions, conditionNames) : undefined;
}
