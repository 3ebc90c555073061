import type { ReactNode } from 'react';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { ColumnName } from '../../contract/columns.ts';
import { classNames, conditionNames } from '../../contract/status.ts';
import type { Vehicle } from '../../contract/vehicle.ts';
import { DaysInStock } from '../parts/AgingBadge.tsx';
import { MovingBadge } from '../parts/MovingBadge.tsx';
import { StatusBadge } from '../parts/StatusBadge.tsx';
import { dayOf } from '../state/labels.ts';

export interface Column {
  name: ColumnName;
  label: string;
  /** Grid track size. */
  width: string;
  /** Right-aligned. */
  isNumber?: boolean;
  /** Only with `financial_reports`. */
  isMoney?: boolean;
  show: (car: Vehicle) => ReactNode;
}

const money = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? <None /> : dollarsOf(cents);

function None() {
  return <span className="text-muted">–</span>;
}

const text = (value: string) => value || <None />;

export const columns: readonly Column[] = [
  {
    name: 'vin',
    label: 'VIN',
    width: '11rem',
    show: ({ vin }) => <span className="font-mono text-xs">{vin}</span>,
  },
  {
    name: 'store',
    label: 'Store',
    width: '6.5rem',
    show: ({ store }) => <StoreMark store={store} />,
  },
  {
    name: 'condition',
    label: 'Condition',
    width: '5.5rem',
    show: ({ condition }) => conditionNames[condition],
  },
  {
    name: 'class',
    label: 'Use',
    width: '7.5rem',
    show: ({ class: use }) => classNames[use],
  },
  {
    name: 'status',
    label: 'Status',
    width: '11rem',
    show: ({ status, place, movingTo }) =>
      movingTo ? (
        <MovingBadge to={movingTo} />
      ) : (
        <span className="flex gap-1">
          <StatusBadge status={status} />
          {(status === 'sold' || status === 'deposit') && place !== 'frontline' && (
            <StatusBadge status={place} />
          )}
        </span>
      ),
  },
  {
    name: 'delivery',
    label: 'Delivery',
    width: '6.5rem',
    show: ({ deliverOn }) => (deliverOn ? dayOf(deliverOn) : <None />),
  },
  {
    name: 'mileage',
    label: 'Miles',
    width: '5rem',
    isNumber: true,
    show: ({ mileage }) => mileage.toLocaleString('en-US'),
  },
  { name: 'exterior', label: 'Exterior', width: '8rem', show: ({ exterior }) => text(exterior) },
  { name: 'location', label: 'Location', width: '6rem', show: (car) => text(car.lotLocation) },
  { name: 'key', label: 'Key', width: '4rem', show: ({ keyTag }) => text(keyTag) },
  {
    name: 'days',
    label: 'In stock',
    width: '6rem',
    show: (car) => <DaysInStock car={car} />,
  },
  {
    name: 'price',
    label: 'Price',
    width: '6rem',
    isNumber: true,
    show: ({ listCents }) => money(listCents),
  },
  {
    name: 'msrp',
    label: 'MSRP',
    width: '6rem',
    isNumber: true,
    show: ({ msrpCents }) => money(msrpCents),
  },
  {
    name: 'cost',
    label: 'Cost',
    width: '6rem',
    isNumber: true,
    isMoney: true,
    show: ({ money: one }) => money(one?.costCents),
  },
  {
    name: 'gross',
    label: 'Gross',
    width: '6rem',
    isNumber: true,
    isMoney: true,
    show: ({ money: one }) => money(one?.grossCents),
  },
];

export const defaultColumns: readonly ColumnName[] = [
  'store',
  'condition',
  'status',
  'mileage',
  'location',
  'days',
  'price',
];
