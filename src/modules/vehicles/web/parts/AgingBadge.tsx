import { plural } from '../../../../platform/web/format/amounts.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { type AgingBucket, bucketOf } from '../../contract/aging.ts';
import type { Vehicle } from '../../contract/vehicle.ts';

export const agingTones: Record<AgingBucket, Tone> = {
  '0-30': 'success',
  '31-45': 'info',
  '46-60': 'warning',
  '61-90': 'warning',
  '90+': 'danger',
};

/** Days in stock; only what is on the ground for sale ages. */
export function DaysInStock({ car }: { car: Pick<Vehicle, 'countedAs' | 'daysInStock'> }) {
  return car.countedAs === 'on_ground' ? (
    <AgingBadge days={car.daysInStock} />
  ) : (
    <span className="tabular-nums">{plural(car.daysInStock, 'day')}</span>
  );
}

/** Days in stock; the color only repeats the number. */
export function AgingBadge({ days }: { days: number }) {
  return (
    <Badge tone={agingTones[bucketOf(days)]} className="tabular-nums">
      {plural(days, 'day')}
    </Badge>
  );
}
