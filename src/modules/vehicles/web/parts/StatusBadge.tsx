import { CalendarCheck } from 'lucide-react';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { classNames, type Status, statusNames } from '../../contract/status.ts';
import type { Vehicle } from '../../contract/vehicle.ts';
import { dayOf } from '../state/labels.ts';

const tones: Record<Status, Tone> = {
  in_transit: 'neutral',
  received: 'info',
  acquired: 'info',
  recon: 'warning',
  frontline: 'success',
  hold: 'danger',
  deposit: 'accent',
  sold: 'accent',
  delivered: 'neutral',
  wholesale: 'neutral',
  transferred: 'neutral',
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}

/** Sold or reserved, the place where it is besides, what it is used for, and when it is promised. */
export function StandingBadges({
  car: { status, place, class: use, inStock, deliverOn },
}: {
  car: Pick<Vehicle, 'status' | 'place' | 'class' | 'inStock' | 'deliverOn'>;
}) {
  const isTaken = status === 'sold' || status === 'deposit';
  return (
    <>
      <StatusBadge status={status} />
      {isTaken && place !== 'frontline' && <StatusBadge status={place} />}
      {inStock && use !== 'retail' && <Badge tone="info">{classNames[use]}</Badge>}
      {deliverOn && (
        <Badge tone="accent" icon={CalendarCheck} className="tabular-nums">
          {`Delivery ${dayOf(deliverOn)}`}
        </Badge>
      )}
    </>
  );
}
