import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { calendarDay, shortDay } from '../../../../platform/contract/calendar.ts';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { dayAt, today } from '../../../../platform/web/time/days.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type Deal, typeNames } from '../../contract/deal.ts';
import { statusNames } from '../../contract/status.ts';
import { TransitAge } from '../parts/TransitAge.tsx';
import { conditionLabels, dealHref, sellersOf, tones } from '../state/labels.ts';

interface Props {
  rows: readonly Deal[];
  canSeeGross: boolean;
  /** The rows belong to the previous filters. */
  isStale: boolean;
}

/** One row per deal; on a card the price is beside the customer and the vehicle below. */
export function DealTable({ rows, canSeeGross, isStale }: Props) {
  return (
    <RecordTable
      label="Deals"
      columns={columnsOf(canSeeGross)}
      rows={rows}
      isStale={isStale}
      isRoomy
      onKeyDown={stepByKey}
    />
  );
}

const secondLine = 'block truncate text-xs text-muted';

function columnsOf(canSeeGross: boolean): RecordColumn<Deal>[] {
  // The gross columns take their space from the others.
  const width = (plain: string, besideGross: string) => (canSeeGross ? besideGross : plain);
  const gross: RecordColumn<Deal>[] = [
    {
      name: 'Front',
      width: '4rem',
      isNumber: true,
      className: clsx('text-right tabular-nums @max-4xl:order-8 @max-4xl:text-left', smallOnCard),
      show: ({ gross: one }) => <NamedAmount name="Front">{amountOf(one?.frontCents)}</NamedAmount>,
    },
    {
      name: 'Back',
      width: '4rem',
      isNumber: true,
      className: clsx('text-right tabular-nums @max-4xl:order-9', smallOnCard),
      show: ({ gross: one }) => <NamedAmount name="Back">{amountOf(one?.backCents)}</NamedAmount>,
    },
  ];
  return [
    {
      name: 'Number',
      width: width('6rem', '5.5rem'),
      className: 'min-w-0 @max-4xl:order-1',
      show: (deal) => (
        <>
          <Link href={dealHref(deal.id)} className={clsx('block font-mono', rowLinkClasses)}>
            {deal.number}
          </Link>
          <span className={secondLine}>
            {`${typeNames[deal.type]}, ${conditionLabels[deal.condition]}`}
          </span>
        </>
      ),
    },
    {
      name: 'Status',
      width: '8rem',
      className: 'min-w-0 @max-4xl:order-2 @max-4xl:text-right',
      show: (deal) => (
        <>
          <Badge tone={tones[deal.status]}>{statusNames[deal.status]}</Badge>
          <Since deal={deal} />
        </>
      ),
    },
    {
      name: 'Customer',
      width: width('minmax(7rem,1fr)', 'minmax(6rem,1fr)'),
      className: 'truncate @max-4xl:order-3',
      show: ({ customer }) => customer.name,
    },
    {
      name: 'Vehicle',
      width: width('minmax(9rem,1.4fr)', 'minmax(8rem,1.4fr)'),
      className:
        'min-w-0 @max-4xl:order-5 @max-4xl:col-span-2 @max-4xl:flex @max-4xl:justify-between @max-4xl:gap-3',
      show: ({ vehicle, stockNumber }) => (
        <>
          <span className="block truncate">{vehicle}</span>
          <span className={clsx(secondLine, 'shrink-0 font-mono')}>{stockNumber}</span>
        </>
      ),
    },
    {
      name: 'Salesperson',
      width: width('minmax(7rem,0.9fr)', 'minmax(6rem,0.9fr)'),
      className: 'min-w-0 @max-4xl:order-6 @max-4xl:flex @max-4xl:flex-wrap @max-4xl:gap-x-3',
      show: (deal) => (
        <>
          <span className={clsx(smallOnCard, 'block truncate')}>{sellersOf(deal)}</span>
          <StoreMark store={deal.store} className="text-xs text-muted" />
        </>
      ),
    },
    {
      name: 'Price',
      width: width('5rem', '4.5rem'),
      isNumber: true,
      className: 'text-right font-medium tabular-nums @max-4xl:order-4',
      show: ({ priceCents }) => amountOf(priceCents),
    },
    ...(canSeeGross ? gross : []),
    {
      name: 'Due bills',
      width: width('3.5rem', '3.25rem'),
      isNumber: true,
      className: 'text-right tabular-nums @max-4xl:order-7',
      show: ({ dueBillCount }) =>
        dueBillCount > 0 ? (
          <Badge tone="warning">
            <span className="@4xl:sr-only">Due bills</span>
            {dueBillCount}
          </Badge>
        ) : (
          <span className="text-muted @max-4xl:hidden">–</span>
        ),
    },
  ];
}

const amountOf = (cents: number | undefined) => (cents === undefined ? '–' : dollarsOf(cents));

/** Cards have no column header. */
function NamedAmount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="@4xl:hidden">{`${name} `}</span>
      {children}
    </>
  );
}

/** The date of the latest status change. */
function Since({ deal }: { deal: Deal }) {
  const { step, date } = latestStep(deal);
  const isThisYear = date.slice(0, 4) === today().slice(0, 4);
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted tabular-nums @max-4xl:justify-end">
      <time dateTime={date} title={`${step} ${calendarDay(date)}`}>
        {isThisYear ? shortDay(date) : calendarDay(date)}
      </time>
      <TransitAge deal={deal} brief />
    </span>
  );
}

function latestStep(deal: Deal): { step: string; date: string } {
  if (deal.fundedOn) return { step: 'Funded', date: deal.fundedOn };
  if (deal.deliveredOn) return { step: 'Delivered', date: deal.deliveredOn };
  if (deal.signedOn) return { step: 'Signed', date: deal.signedOn };
  return { step: 'Opened', date: dayAt(deal.openedAt) };
}
