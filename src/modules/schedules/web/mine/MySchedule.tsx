import { ArrowRightLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Shift } from '../../contract/shift.ts';
import { OfferItem } from '../parts/OfferItem.tsx';
import { durationText, placeText, spanText } from '../state/labels.ts';
import { lengthOf, valuesOf } from '../state/shiftForm.ts';
import { useMySchedule } from '../state/useSchedules.ts';
import { CalendarFeed } from './CalendarFeed.tsx';

const OfferDialog = lazyPart(() => import('./OfferDialog.tsx'), { place: 'dialog' });

/** The user's own shifts, the next one on top, and the swaps that concern them. */
export function MySchedule() {
  const { data, error, refetch } = useMySchedule();
  const [offered, setOffered] = useState<Shift | null>(null);
  if (!data && error) return <NotLoaded what="your schedule" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  const { shifts, offers, serverTime, feedSince } = data;
  const now = Date.parse(serverTime);
  const [next, ...later] = shifts.filter(({ endAt }) => Date.parse(endAt) > now);
  const forMe = offers.filter(({ may }) => may.take);
  const others = offers.filter(({ may }) => !may.take);
  return (
    <div className="grid items-start gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {next ? (
          <>
            <NextShift shift={next} now={now} onOffer={() => setOffered(next)} />
            {later.length > 0 && (
              <Panel title="Later">
                <ul className="divide-y divide-border border-y border-border">
                  {later.map((shift) => (
                    <ShiftRow key={shift.shiftId} shift={shift} onOffer={() => setOffered(shift)} />
                  ))}
                </ul>
              </Panel>
            )}
          </>
        ) : (
          <EmptyState
            title="No shifts planned"
            description="Your shifts appear here as soon as your manager publishes the schedule."
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {forMe.length > 0 && (
          <Panel title="Offered to you">
            <ul className="divide-y divide-border border-y border-border">
              {forMe.map((offer) => (
                <OfferItem key={offer.offerId} offer={offer} />
              ))}
            </ul>
          </Panel>
        )}
        {others.length > 0 && (
          <Panel title="Your swaps">
            <ul className="divide-y divide-border border-y border-border">
              {others.map((offer) => (
                <OfferItem key={offer.offerId} offer={offer} />
              ))}
            </ul>
          </Panel>
        )}
        <CalendarFeed since={feedSince} />
      </div>
      <Suspense>
        {offered && <OfferDialog shift={offered} onClose={() => setOffered(null)} />}
      </Suspense>
    </div>
  );
}

interface ShiftProps {
  shift: Shift;
  onOffer: () => void;
}

function NextShift({ shift, now, onOffer }: ShiftProps & { now: number }) {
  const { role, note, isOffered, startAt } = shift;
  const hasBegun = Date.parse(startAt) <= now;
  return (
    <section aria-label="Next shift" className="rounded-md bg-sunken px-5 py-4">
      <p className="text-sm text-muted">
        {hasBegun ? 'Now' : `Next shift, ${untilText(Date.parse(startAt) - now)}`}
      </p>
      <p className="pt-1 text-xl font-semibold text-text">{weekdayDay(shift.date)}</p>
      <p className="text-lg text-text tabular-nums">{spanText(shift)}</p>
      <p className="pt-1 text-sm text-muted">
        {[placeText(shift), role, breakText(shift)].filter(Boolean).join(' · ')}
      </p>
      {note && <p className="pt-1 text-sm text-text">{note}</p>}
      {!hasBegun && (
        <div className="pt-3">
          <OfferButton shift={shift} onOffer={onOffer} isOffered={isOffered} />
        </div>
      )}
    </section>
  );
}

function ShiftRow({ shift, onOffer }: ShiftProps) {
  const minutes = lengthOf(valuesOf(shift)) ?? 0;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-base text-text">{weekdayDay(shift.date)}</p>
        <p className="text-sm text-muted tabular-nums">
          {[spanText(shift), durationText(minutes), placeText(shift), shift.role]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {shift.note && <p className="text-sm text-text">{shift.note}</p>}
      </div>
      <OfferButton shift={shift} onOffer={onOffer} isOffered={shift.isOffered} />
    </li>
  );
}

function OfferButton({ shift, isOffered, onOffer }: ShiftProps & { isOffered: boolean }) {
  if (isOffered) {
    return (
      <Badge tone="info" icon={ArrowRightLeft}>
        Offered
      </Badge>
    );
  }
  return (
    <Button
      size="sm"
      aria-label={`Offer shift on ${weekdayDay(shift.date)}, ${spanText(shift)}`}
      onClick={onOffer}
    >
      <ArrowRightLeft aria-hidden="true" />
      Offer shift
    </Button>
  );
}

const breakText = ({ breakMinutes }: Shift) =>
  breakMinutes > 0 && `${durationText(breakMinutes)} break`;

const dayMinutes = 24 * 60;

/** `in 3 h 20 min`, `in 2 days` */
function untilText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < dayMinutes) return `in ${durationText(minutes)}`;
  const days = Math.round(minutes / dayMinutes);
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
