import { clsx } from 'clsx';
import { type CSSProperties, memo } from 'react';
import { Link } from 'wouter';
import { dollarsOf, milesOf } from '../../../../platform/web/format/amounts.ts';
import { isTextAfterNumber, stepByKey } from '../../../../platform/web/records/RecordTable.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { conditionNames } from '../../contract/status.ts';
import { titleOf, type Vehicle } from '../../contract/vehicle.ts';
import { AgingBadge } from '../parts/AgingBadge.tsx';
import { MovingBadge } from '../parts/MovingBadge.tsx';
import { StandingBadges } from '../parts/StatusBadge.tsx';
import { VehiclePhoto } from '../parts/VehiclePhoto.tsx';
import type { Column } from './columns.tsx';

interface Props {
  cars: readonly Vehicle[];
  columns: readonly Column[];
  /** The rows still belong to the previous filters. */
  stale: boolean;
}

const rowGrid = 'grid grid-cols-(--tracks) items-center gap-x-4 px-2';

/** A table with columns; cards on narrow screens. */
export function StockTable({ cars, columns, stale }: Props) {
  const tracks = ['minmax(15rem,1fr)', ...columns.map(({ width }) => width)].join(' ');
  return (
    <div className={clsx('transition-opacity', stale && 'opacity-60')} aria-busy={stale}>
      <DataTable
        label="Vehicles"
        style={{ '--tracks': tracks } as CSSProperties}
        className="overflow-x-auto text-sm @max-3xl:hidden"
        onKeyDown={stepByKey}
      >
        <DataRows>
          <DataRow
            className={clsx(rowGrid, 'h-8 min-w-fit border-b border-border text-xs text-muted')}
          >
            <DataHeading>Vehicle</DataHeading>
            {columns.map(({ name, label, isNumber }, at) => (
              <DataHeading
                key={name}
                className={clsx(isNumber && 'text-right', isTextAfterNumber(columns, at) && 'pl-4')}
              >
                {label}
              </DataHeading>
            ))}
          </DataRow>
        </DataRows>
        <DataRows>
          {cars.map((car) => (
            <StockLine key={car.id} car={car} columns={columns} />
          ))}
        </DataRows>
      </DataTable>
      <ul aria-label="Vehicles" className="flex flex-col divide-y divide-border @3xl:hidden">
        {cars.map((car) => (
          <li key={car.id}>
            <StockCard car={car} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const hrefOf = (car: Vehicle) => `/fleet?vehicle=${car.id}`;

const StockLine = memo(function StockLine({
  car,
  columns,
}: Pick<Props, 'columns'> & { car: Vehicle }) {
  return (
    <DataRow className={clsx(rowGrid, 'h-11 min-w-fit border-b border-border hover:bg-hover')}>
      <DataCell className="flex min-w-0 items-center gap-3">
        <VehiclePhoto vehicleId={car.id} pictureId={car.pictureId} className="h-8 w-12" />
        <span className="min-w-0">
          <Link href={hrefOf(car)} className="block truncate font-medium text-text hover:underline">
            {titleOf(car)}
          </Link>
          <span className="block font-mono text-xs text-muted">{car.stockNumber}</span>
        </span>
      </DataCell>
      {columns.map(({ name, isNumber, show }, at) => (
        <DataCell
          key={name}
          className={clsx(
            'min-w-0 truncate',
            isNumber && 'text-right tabular-nums',
            isTextAfterNumber(columns, at) && 'pl-4',
          )}
        >
          {show(car)}
        </DataCell>
      ))}
    </DataRow>
  );
});

function StockCard({ car }: { car: Vehicle }) {
  return (
    <Link
      href={hrefOf(car)}
      className="flex items-start gap-3 py-3 text-text hover:bg-hover hover:no-underline"
    >
      <VehiclePhoto vehicleId={car.id} pictureId={car.pictureId} className="h-14 w-20" />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate text-base font-medium">{titleOf(car)}</span>
          <span className="shrink-0 font-medium tabular-nums">
            {car.listCents === null ? 'No price' : dollarsOf(car.listCents)}
          </span>
        </span>
        <span className="truncate text-sm text-muted">
          <span className="font-mono">{car.stockNumber}</span>
          {` · ${conditionNames[car.condition]} · ${milesOf(car.mileage)}`}
          {car.lotLocation && ` · ${car.lotLocation}`}
        </span>
        <span className="flex flex-wrap gap-1.5">
          <StandingBadges car={car} />
          {car.movingTo && <MovingBadge to={car.movingTo} />}
          {car.countedAs === 'on_ground' && <AgingBadge days={car.daysInStock} />}
        </span>
      </span>
    </Link>
  );
}
