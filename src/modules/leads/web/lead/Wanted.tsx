import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import type { LeadPage } from '../../contract/lead.ts';
import { carOf } from '../state/labels.ts';

type Interest = LeadPage['interests'][number];
type Trade = NonNullable<LeadPage['trade']>;

/** Vehicles of interest, trade-in and comments. */
export function Wanted({ lead }: { lead: LeadPage }) {
  const { interests, trade, comments } = lead;
  if (interests.length === 0 && !trade && !comments) return null;
  return (
    <dl className="flex flex-col gap-3 border-t border-border pt-4 text-sm">
      {interests.length > 0 && (
        <Row name="Interested in">
          {interests.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: vehicles have no id
            <CarWanted key={at} car={one} />
          ))}
        </Row>
      )}
      {trade && <Row name="Trade-in">{tradeOf(trade)}</Row>}
      {comments && (
        <Row name="Comments">
          <span className="whitespace-pre-wrap">{comments}</span>
        </Row>
      )}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere text-text">{children}</dd>
    </div>
  );
}

function CarWanted({ car }: { car: Interest }) {
  const condition = car.condition && { new: 'New', used: 'Used' }[car.condition];
  const name = [condition, carOf(car)].filter(Boolean).join(' ') || 'Stock vehicle';
  return (
    <span className="block">
      {name}
      {(car.stockNumber || car.vin) && (
        <span className="pl-2 font-mono text-xs text-muted">{car.stockNumber || car.vin}</span>
      )}
      {car.vehicleId !== null && (
        <Link href={`/fleet?vehicle=${car.vehicleId}`} className="pl-2 underline">
          In stock
        </Link>
      )}
    </span>
  );
}

const tradeOf = (trade: Trade) =>
  [carOf(trade), trade.miles === null ? '' : milesOf(trade.miles), trade.vin]
    .filter(Boolean)
    .join(', ');
