import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { plural, wholeDollarsOf } from '../../../../platform/web/format/amounts.ts';
import type { Figure, Standing, Stats } from '../../contract.ts';
import { countOf, daysBefore } from '../state/labels.ts';
import { soldHref } from '../state/lists.ts';

interface Column {
  name: string;
  figure: Figure;
  /** Undefined when the user may not see it. */
  cell: (standing: Standing) => ReactNode | undefined;
}

const dash = '–';

const money = (name: string, figure: Figure, of: (gross: Gross) => number | null): Column => ({
  name,
  figure,
  cell: ({ gross }) => {
    if (!gross) return undefined;
    const cents = of(gross);
    return cents === null ? dash : wholeDollarsOf(cents);
  },
});
type Gross = NonNullable<Standing['gross']>;

type Bucket = keyof NonNullable<Standing['aged']>;
const aged = (name: string, figure: Figure, bucket: Bucket, what: string): Column => ({
  name,
  figure,
  cell: ({ store, aged }) =>
    aged && (
      <CountLink
        count={aged[bucket]}
        href={`/fleet?store=${store}&aging=${encodeURIComponent(bucket)}`}
        what={what}
      />
    ),
});

const oldestIn = (days: number | null) => (days === null ? '' : `, oldest ${plural(days, 'day')}`);

/** Month-to-date figures, compared with the same days of last month. */
export const columnsOf = (stats: Stats, mayOpen: boolean): readonly Column[] => [
  {
    name: 'Units',
    figure: 'vehiclesSold',
    cell: ({ store, units }) =>
      mayOpen ? (
        <CountLink
          count={units}
          href={soldHref(stats.days.from.slice(0, 7), store)}
          what="deals delivered this month"
        />
      ) : (
        countOf(units)
      ),
  },
  { name: daysBefore(stats), figure: 'vehiclesSold', cell: ({ before }) => countOf(before) },
  { name: 'Pace', figure: 'pace', cell: ({ pace }) => (pace === null ? dash : countOf(pace)) },
  money('Front', 'gross', ({ frontCents }) => frontCents),
  money('Back', 'gross', ({ backCents }) => backCents),
  money('PVR', 'backPerUnit', ({ backPerUnitCents }) => backPerUnitCents),
  money('Total per unit', 'perUnit', ({ perUnitCents }) => perUnitCents),
  aged('61–90 days', 'aged', '61-90', 'vehicles in stock 61 to 90 days'),
  aged('Over 90', 'veryAged', '90+', 'vehicles in stock more than 90 days'),
  {
    name: 'Contracts in transit',
    figure: 'inTransit',
    cell: ({ store, inTransit }) =>
      inTransit && (
        <CountLink
          count={inTransit.count}
          href={`/customers/deals?scope=in_transit&store=${store}`}
          what={`deals delivered and not yet funded${oldestIn(inTransit.oldestDays)}`}
          note={inTransit.oldestDays === null ? '' : `oldest ${inTransit.oldestDays} d`}
        />
      ),
  },
  {
    name: 'Past promise',
    figure: 'lateOrders',
    cell: ({ store, lateOrders }) =>
      lateOrders === undefined ? undefined : (
        <CountLink
          count={lateOrders}
          href={`/customers/repair-orders?scope=late&store=${store}`}
          what="repair orders past their promised time"
        />
      ),
  },
  {
    name: 'Unanswered',
    figure: 'waitingLeads',
    cell: ({ store, waitingLeads }) =>
      waitingLeads === undefined ? undefined : (
        <CountLink
          count={waitingLeads}
          href={`/customers/leads?view=list&clock=running&store=${store}`}
          what="leads with no response"
        />
      ),
  },
];

interface CountLinkProps {
  count: number;
  href: string;
  what: string;
  /** A short note beside the number; `what` has the full text. */
  note?: string;
}

/** A number that links to the records it counts. */
function CountLink({ count, href, what, note }: CountLinkProps) {
  return (
    <Link
      href={href}
      aria-label={`${countOf(count)} ${what}`}
      className="inline-flex items-baseline justify-end gap-x-2 font-medium whitespace-nowrap text-accent hover:underline touch:min-h-10 touch:items-center @5xl:flex-col @5xl:items-end"
    >
      {countOf(count)}
      {note && <span className="text-xs font-normal text-muted">{note}</span>}
    </Link>
  );
}
