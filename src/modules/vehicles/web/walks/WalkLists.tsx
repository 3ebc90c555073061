import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  removeSighting,
  type Stray,
  type WalkCar,
  type WalkPage,
} from '../../contract/lot/walks.ts';
import { momentOf } from '../state/labels.ts';
import { refreshWalks } from './useWalks.ts';

type Car = WalkCar & { isUnsent: boolean };

interface Props {
  page: WalkPage;
  cars: readonly Car[];
  onSee: ((code: string, label: string) => void) | undefined;
}

/** Vehicles not seen, unexpected, and seen. */
export function WalkLists({ page, cars, onSee }: Props) {
  const remove = useRemoveSighting(page.id);
  const missing = cars.filter(({ sight, isUnsent }) => !sight && !isUnsent);
  const seen = cars.filter(({ sight, isUnsent }) => sight || isUnsent);
  return (
    <>
      <List title={page.endedAt ? 'Not seen' : 'Not seen yet'} count={missing.length}>
        {missing.map((car) => (
          <Line
            key={car.vehicleId}
            name={<Name car={car} />}
            detail={car.lotLocation || 'No location'}
          >
            {onSee && (
              <Button
                size="sm"
                aria-label={`Seen: ${car.stockNumber}`}
                onClick={() => onSee(car.vin, car.stockNumber)}
              >
                Seen
              </Button>
            )}
          </Line>
        ))}
      </List>
      {page.strays.length > 0 && (
        <List title="Unexpected" count={page.strays.length}>
          {page.strays.map((stray) => (
            <Line
              key={stray.id}
              name={<StrayName stray={stray} />}
              detail={sightingText(stray)}
              badge={<Badge tone="warning">{findingLabel(stray)}</Badge>}
            >
              {onSee && <RemoveButton name={stray.code} onClick={() => remove(stray.id)} />}
            </Line>
          ))}
        </List>
      )}
      <List title="Seen" count={seen.length}>
        {seen.map((car) => (
          <Line
            key={car.vehicleId}
            name={<Name car={car} />}
            detail={car.sight ? sightingText(car.sight) : 'Waiting to be sent'}
          >
            {onSee && car.sight && (
              <RemoveButton
                name={car.stockNumber}
                onClick={() => car.sight && remove(car.sight.id)}
              />
            )}
          </Line>
        ))}
      </List>
    </>
  );
}

function useRemoveSighting(walkId: number) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (sightingId: number) => call(removeSighting, { params: { walkId, sightingId } }),
    onError: (error) => toastFailure(error, 'Couldn’t undo'),
    onSettled: () => refreshWalks(client),
  });
  return (sightingId: number) => mutate(sightingId);
}

function List({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-1">
      <h3 id={headingId} className="text-sm font-semibold text-text tabular-nums">
        {`${title} (${count})`}
      </h3>
      {count > 0 && (
        <ul aria-labelledby={headingId} className="divide-y divide-border border-y border-border">
          {children}
        </ul>
      )}
    </section>
  );
}

interface LineProps {
  name: ReactNode;
  detail: string;
  badge?: ReactNode;
  children: ReactNode;
}

function Line({ name, detail, badge, children }: LineProps) {
  return (
    <li className="flex items-center justify-between gap-3 py-2 text-sm">
      <div className="min-w-0">
        <p className="truncate text-text">{name}</p>
        <p className="truncate text-xs text-muted">{detail}</p>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {badge}
        {children}
      </div>
    </li>
  );
}

function Name({ car }: { car: WalkCar }) {
  return (
    <VehicleName {...car} href={car.mayOpen ? `/fleet?vehicle=${car.vehicleId}` : undefined} />
  );
}

function StrayName({ stray: { car, code } }: { stray: Stray }) {
  if (!car) return <span className="font-mono">{code}</span>;
  return <VehicleName {...car} href={`/fleet?vehicle=${car.id}`} />;
}

function VehicleName(car: { stockNumber: string; title: string; href: string | undefined }) {
  return (
    <>
      <span className="font-mono">{car.stockNumber}</span>{' '}
      {car.href ? (
        <Link href={car.href} className="hover:underline">
          {car.title}
        </Link>
      ) : (
        car.title
      )}
    </>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="sm" variant="ghost" aria-label={`Not seen: ${name}`} onClick={onClick}>
      Undo
    </Button>
  );
}

const sightingText = ({ at, by, place }: { at: string; by: string; place: string }) =>
  `${place ? `${place}, ` : ''}${momentOf(at)}, ${by}`;

function findingLabel({ finding, store }: Stray): string {
  if (finding === 'elsewhere' && store) return `Belongs to ${storeNames[store]}`;
  return finding === 'gone' ? 'No longer in stock' : 'Unknown';
}
