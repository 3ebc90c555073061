import { clsx } from 'clsx';
import { Link } from 'wouter';
import { phoneText, readPhone } from '../../../../platform/contract/phones.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { type Outing, outingNames } from '../../contract/outings.ts';
import { durationLabel, momentOf } from '../state/labels.ts';
import { fuelOf } from './fuel.ts';

interface Props {
  label: string;
  outings: readonly Outing[];
  serverTime: string;
  onReturn?: ((outing: Outing) => void) | undefined;
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 @4xl:grid-cols-[minmax(0,1.4fr)_8rem_minmax(0,1fr)_6rem_8rem_10rem_6rem]';

export function OutingTable({ label, outings, serverTime, onReturn }: Props) {
  return (
    <DataTable label={label} className="border-y border-border text-sm">
      <DataRows className="@max-4xl:sr-only">
        <DataRow className={clsx(columns, 'border-b border-border py-2 text-xs text-muted')}>
          <DataHeading>Vehicle</DataHeading>
          <DataHeading>Purpose</DataHeading>
          <DataHeading>With</DataHeading>
          <DataHeading>Plate</DataHeading>
          <DataHeading>Out</DataHeading>
          <DataHeading>Due</DataHeading>
          <DataHeading>Returned</DataHeading>
        </DataRow>
      </DataRows>
      <DataRows className="divide-y divide-border">
        {outings.map((outing) => (
          <Line key={outing.id} outing={outing} serverTime={serverTime} onReturn={onReturn} />
        ))}
      </DataRows>
    </DataTable>
  );
}

type LineProps = Omit<Props, 'label' | 'outings'> & { outing: Outing };

function Line({ outing, serverTime, onReturn }: LineProps) {
  const { vehicle, holder, plate } = outing;
  return (
    <DataRow className={clsx(columns, 'items-center py-2')}>
      <DataCell className="min-w-0">
        <Link
          href={`/fleet?vehicle=${vehicle.id}`}
          className="block truncate font-medium text-text hover:underline"
        >
          {vehicle.title}
        </Link>
        <span className="font-mono text-xs text-muted">{vehicle.stockNumber}</span>
      </DataCell>
      <DataCell className="@max-4xl:text-right">{outingNames[outing.kind]}</DataCell>
      <DataCell className="min-w-0">
        <span className="block truncate">{holder.name}</span>
        {holder.phone && <DialLink typed={holder.phone} />}
      </DataCell>
      <DataCell className="font-mono text-xs @max-4xl:text-right">{plate?.number ?? '–'}</DataCell>
      <DataCell className="text-xs text-muted">
        {`${milesOf(outing.milesOut)}, ${fuelOf(outing.fuelOut)}`}
      </DataCell>
      <DataCell className="@max-4xl:text-right">
        <Due outing={outing} serverTime={serverTime} />
      </DataCell>
      <DataCell className="@max-4xl:col-span-2 @max-4xl:text-right">
        {outing.inAt ? (
          <span className="text-xs text-muted">{momentOf(outing.inAt)}</span>
        ) : onReturn ? (
          <Button
            size="sm"
            aria-label={`Check in ${vehicle.stockNumber}`}
            onClick={() => onReturn(outing)}
          >
            Check in
          </Button>
        ) : (
          <span className="text-xs text-muted">Out</span>
        )}
      </DataCell>
    </DataRow>
  );
}

/** A number is kept as typed; one that is none is shown so. */
function DialLink({ typed }: { typed: string }) {
  const phone = readPhone(typed);
  return (
    <a
      href={`tel:${phone?.e164 ?? typed.replace(/[^\d+]/g, '')}`}
      className="text-xs text-muted tabular-nums"
    >
      {phone ? phoneText(phone) : typed}
    </a>
  );
}

function Due({ outing, serverTime }: { outing: Outing; serverTime: string }) {
  const overdueMs = Date.parse(serverTime) - Date.parse(outing.dueAt);
  if (outing.inAt || overdueMs <= 0) return <span>{momentOf(outing.dueAt)}</span>;
  return <Badge tone="danger">{`Overdue ${durationLabel(overdueMs)}`}</Badge>;
}
