import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { dollarsOf, plural } from '../../../../platform/web/format/amounts.ts';
import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import { shortTime } from '../../../../platform/web/time/moments.ts';
import type { OrderPage } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, listOrderEvents, type OrderEvent } from '../../contract.ts';

/** History, newest first. */
export function History({ order, choices }: { order: OrderPage; choices: Choices }) {
  const { data } = useQuery({
    ...queryOptionsFor(listOrderEvents, { params: { orderId: order.id } }),
    refetchOnMount: 'always',
  });
  return <RecordHistory events={data} describe={(event) => describeEvent(event, choices)} />;
}

const fieldNames: Record<string, string> = {
  customer: 'Customer',
  vehicle: 'Vehicle',
  vin: 'VIN',
  advisor: 'Advisor',
  promisedAt: 'Promised',
  milesIn: 'Miles in',
  milesOut: 'Miles out',
  note: 'Note',
};

type Value = string | number | null;

/** A history entry: its title and, below it, the details. */
function describeEvent(data: OrderEvent['data'], choices: Choices) {
  switch (data.kind) {
    case 'opened':
      return { title: 'Opened', detail: '' };
    case 'lines': {
      const from = dollarsOf(data.fromSaleCents);
      const to = dollarsOf(data.toSaleCents);
      return {
        title: `Lines changed, now ${plural(data.count, 'line')}`,
        detail: `${from} → ${to}`,
      };
    }
    case 'status': {
      const title = `${statusNames[data.from]} → ${statusNames[data.to]}`;
      return { title, detail: data.reason ?? '' };
    }
    case 'changed': {
      const changes = data.fields.map(({ name, from, to }) => {
        const text = (value: Value) => describeValue(name, value, choices);
        return `${fieldNames[name] ?? name}: ${text(from)} → ${text(to)}`;
      });
      return { title: 'Edited', detail: changes.join('\n') };
    }
  }
}

function describeValue(name: string, value: Value, { staff }: Choices): string {
  if (value === null || value === '') return 'None';
  if (name === 'promisedAt') return shortTime(String(value));
  if (name === 'advisor') return staff.find(({ id }) => id === value)?.name ?? 'Former employee';
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
