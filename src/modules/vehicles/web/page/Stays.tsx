import { Link } from 'wouter';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { statusNames } from '../../contract/status.ts';
import type { VehiclePage } from '../../contract.ts';
import { dayOf } from '../state/labels.ts';

/** The times this vehicle was in stock; absent while there is only this one. */
export function Stays({ car }: { car: VehiclePage }) {
  if (car.stays.length < 2) return null;
  return (
    <RecordSection label="In stock before and now" aside={`${car.stays.length} times`}>
      <ul className="flex flex-col divide-y divide-border text-sm">
        {car.stays.map((stay) => (
          <li
            key={stay.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 first:pt-0"
          >
            {stay.id === car.id ? (
              <span aria-current="true" className="font-mono font-medium text-text">
                {stay.stockNumber}
              </span>
            ) : (
              <Link href={`/fleet?vehicle=${stay.id}`} className="font-mono underline">
                {stay.stockNumber}
              </Link>
            )}
            <StoreMark store={stay.store} />
            <span className="text-text">{statusNames[stay.status]}</span>
            <span className="text-muted tabular-nums">
              {stay.goneOn
                ? `${dayOf(stay.acquiredOn)} to ${dayOf(stay.goneOn)}`
                : `since ${dayOf(stay.acquiredOn)}`}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
