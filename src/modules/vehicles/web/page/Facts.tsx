import { Link } from 'wouter';
import { dollarsOf, milesOf } from '../../../../platform/web/format/amounts.ts';
import { FactList, type FactRow } from '../../../../platform/web/ui/FactList.tsx';
import { sourceNames } from '../../contract/fields.ts';
import { classNames, conditionNames } from '../../contract/status.ts';
import type { Money } from '../../contract/vehicle.ts';
import type { VehiclePage } from '../../contract.ts';
import { dayOf } from '../state/labels.ts';

/** Vehicle facts; cost only if the server sent it. */
export function Facts({ car }: { car: VehiclePage }) {
  return (
    <div className="grid gap-x-10 gap-y-6 @2xl:grid-cols-2">
      <List label="Vehicle" rows={carRows(car)} />
      <List label="Stock" rows={stockRows(car)} />
      <List label="Price" rows={priceRows(car)} />
      {car.money && <List label="Cost and gross" rows={moneyRows(car.money)} />}
    </div>
  );
}

const carRows = (car: VehiclePage): FactRow[] => [
  [
    'VIN',
    <span key="vin" className="font-mono">
      {car.vin}
    </span>,
  ],
  ...(car.vinReason ? [['VIN accepted because', car.vinReason] as const] : []),
  ['Condition', conditionNames[car.condition]],
  ['Miles', milesOf(car.mileage)],
  ['Body', car.body],
  ['Exterior', car.exterior],
  ['Interior', car.interior],
];

const stockRows = (car: VehiclePage): FactRow[] => [
  [
    'Stock number',
    <span key="stock" className="font-mono">
      {car.stockNumber}
    </span>,
  ],
  ...(car.tradedFor
    ? [
        [
          'Traded for',
          <Link
            key="trade"
            href={`/fleet?vehicle=${car.tradedFor.id}`}
            className="font-mono underline"
          >
            {car.tradedFor.stockNumber}
          </Link>,
        ] as const,
      ]
    : []),
  ['Use', classNames[car.class]],
  ['Acquired', dayOf(car.acquiredOn)],
  ['From', sourceNames[car.acquiredFrom]],
  ['Location', car.lotLocation],
  ['Key tag', car.keyTag],
];

const dollars = (cents: number | null) => (cents === null ? '' : dollarsOf(cents));

const priceRows = (car: VehiclePage): FactRow[] => [
  ['List price', dollars(car.listCents)],
  ['MSRP', dollars(car.msrpCents)],
];

const moneyRows = ({ costCents, reconCents, packCents, grossCents }: Money): FactRow[] => [
  ['Cost', dollars(costCents)],
  ['Reconditioning', dollars(reconCents)],
  ['Pack', dollars(packCents)],
  [
    'Gross at list price',
    grossCents === null ? '' : <strong key="gross">{dollarsOf(grossCents)}</strong>,
  ],
];

function List({ label, rows }: { label: string; rows: readonly FactRow[] }) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">{label}</h3>
      <FactList rows={rows} className="pt-3" />
    </section>
  );
}
