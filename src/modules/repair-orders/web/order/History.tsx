import { useQuery } from '@tanstack/react-query';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { dollarsOf, plural } from '../../../../platform/web/format/amounts.ts';
import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import { shortTime } from '../../../../platform/web/time/moments.ts';
import type { OrderPage } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, listOrderEvents, type OrderEvent } from '../../contract.ts';
import { hoursOf } from '../state/labels.ts';

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
  cause: 'Cause',
  correction: 'Correction',
  hoursActual: 'Actual hours',
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
      const day = data.on && `On ${calendarDay(data.on)}`;
      return { title, detail: [day, data.reason].filter(Boolean).join('\n') };
    }
    case 'day': {
      const days = `${calendarDay(data.from)} → ${calendarDay(data.to)}`;
      return { title: 'Day corrected', detail: `Closed: ${days}\n${data.reason}` };
    }
    case 'line': {
      const written = data.fields.map(
        ({ name, to }) => `${fieldNames[name] ?? name}: ${describeValue(name, to, choices)}`,
      );
      return { title: `Worked on line ${data.position}`, detail: written.join('\n') };
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
  if (name === 'hoursActual') return hoursOf(Number(value));
  if (name === 'promisedAt') return shortTime(String(value));
  if (name === 'advisor') return staff.find(({ id }) => id === value)?.name ?? 'Former employee';
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
