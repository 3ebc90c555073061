import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { Transfer } from '../../contract/lot/transfers.ts';
import { momentOf } from '../state/labels.ts';

interface Props {
  transfer: Transfer;
  onReceive?: () => void;
  onCancel?: () => void;
}

export function TransferLine({ transfer, onReceive, onCancel }: Props) {
  const { title, fromStore, toStore, fromNumber, toNumber, may } = transfer;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="truncate text-base font-medium text-text">
          {transfer.mayOpen ? (
            <Link href={`/fleet?vehicle=${transfer.vehicleId}`} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-muted">
          <span className="font-mono">{toNumber ? `${fromNumber} → ${toNumber}` : fromNumber}</span>
          {` · ${milesOf(transfer.mileage)} · VIN `}
          <span className="font-mono">{transfer.vin.slice(-8)}</span>
        </p>
        {transfer.note && <p className="text-text text-pretty">{transfer.note}</p>}
      </div>
      <div className="basis-56">
        <p className="flex items-center gap-2 text-text">
          <StoreMark store={fromStore} />
          <ArrowRight aria-label="to" className="size-3.5 text-muted" />
          <StoreMark store={toStore} />
        </p>
        <p className="text-xs text-muted">{whenOf(transfer)}</p>
      </div>
      {transfer.endedAt && (
        <Badge tone={transfer.calledOff === null ? 'success' : 'neutral'}>
          {transfer.calledOff === null ? 'Received' : 'Canceled'}
        </Badge>
      )}
      {(may.receive || may.callOff) && (
        <div className="flex flex-wrap gap-2">
          {may.callOff && (
            <Button size="sm" aria-label={`Cancel transfer of ${fromNumber}`} onClick={onCancel}>
              Cancel transfer
            </Button>
          )}
          {may.receive && (
            <Button
              size="sm"
              variant="primary"
              aria-label={`Receive ${fromNumber}`}
              onClick={onReceive}
            >
              Receive
            </Button>
          )}
        </div>
      )}
      {!transfer.endedAt && !may.receive && !may.callOff && (
        <span className="text-xs text-muted">{`Waiting for ${storeNames[toStore]}`}</span>
      )}
    </li>
  );
}

function whenOf({ sentAt, sentBy, endedAt, endedBy, calledOff }: Transfer): string {
  if (!endedAt) return `Sent by ${sentBy}, ${momentOf(sentAt)}`;
  const by = `by ${endedBy}, ${momentOf(endedAt)}`;
  return calledOff === null ? `Received ${by}` : `Canceled ${by}: ${calledOff}`;
}
