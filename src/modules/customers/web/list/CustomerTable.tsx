import { clsx } from 'clsx';
import { Building2, PhoneOff } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { phoneText } from '../../../../platform/contract/phones.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
} from '../../../../platform/web/records/RecordTable.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { CustomerRow } from '../../contract/finding.ts';
import { customerHref } from '../../contract.ts';
import { agoOf, momentOf } from '../state/labels.ts';

interface Props {
  rows: readonly CustomerRow[];
  /** The rows still belong to the previous filters. */
  isStale: boolean;
}

export function CustomerTable({ rows, isStale }: Props) {
  const [, navigate] = useLocation();
  return (
    <RecordTable
      label="Customers"
      columns={columns}
      rows={rows}
      isStale={isStale}
      isHeadSticky
      rowKeys={{
        nameOf: ({ name }) => name,
        onEnter: ({ id }) => navigate(customerHref(id)),
      }}
    />
  );
}

const columns: readonly RecordColumn<CustomerRow>[] = [
  {
    name: 'Customer',
    width: 'minmax(10rem,1.5fr)',
    className: 'flex min-w-0 items-center gap-x-2 gap-y-0.5 overflow-hidden @max-4xl:flex-wrap',
    show: (customer) => <NameAndTags customer={customer} />,
  },
  {
    name: 'Phone',
    width: '8.5rem',
    className: 'tabular-nums @max-4xl:text-right',
    show: ({ phone }) => (phone ? phoneText(phone) : <span className="text-muted">–</span>),
  },
  {
    name: 'Email',
    width: 'minmax(7rem,1.6fr)',
    className: clsx('truncate', smallOnCard),
    show: ({ email }) => email ?? <span className="text-muted @max-4xl:hidden">–</span>,
  },
  {
    name: 'City',
    width: 'minmax(5rem,0.7fr)',
    className: 'truncate @max-4xl:hidden',
    show: ({ city }) => city || <span className="text-muted">–</span>,
  },
  {
    name: 'Stores',
    width: 'minmax(5.5rem,0.7fr)',
    className: clsx('flex flex-wrap gap-x-2 @max-4xl:justify-end', smallOnCard),
    show: ({ stores }) => stores.map((store) => <StoreMark key={store} store={store} />),
  },
  {
    name: 'Assigned to',
    width: 'minmax(7rem,0.9fr)',
    className: clsx('truncate', smallOnCard),
    show: ({ owners }) =>
      owners.map(({ name }) => name).join(', ') || <span className="text-muted">Unassigned</span>,
  },
  {
    name: 'Last activity',
    width: '6rem',
    className: clsx('text-muted @max-4xl:text-right', smallOnCard),
    show: ({ lastActivityAt }) => (
      <time dateTime={lastActivityAt} title={momentOf(lastActivityAt)}>
        {agoOf(lastActivityAt)}
      </time>
    ),
  },
];

function NameAndTags({ customer }: { customer: CustomerRow }) {
  const [firstTag, ...otherTags] = customer.tags;
  return (
    <>
      <Link
        href={customerHref(customer.id)}
        tabIndex={-1}
        className={clsx('min-w-16 max-w-full shrink truncate text-base', rowLinkClasses)}
      >
        {customer.name}
      </Link>
      {customer.kind === 'business' && (
        <Building2 aria-label="Business" className="size-3.5 text-muted" />
      )}
      {customer.doNotContact && (
        <Badge tone="warning" icon={PhoneOff} title="Do not contact" className="shrink-0">
          <span className="@4xl:sr-only">Do not contact</span>
        </Badge>
      )}
      {firstTag !== undefined && (
        <Badge title={firstTag} className="min-w-10 shrink-[9] justify-center">
          <span className="truncate">{firstTag}</span>
        </Badge>
      )}
      {otherTags.length > 0 && (
        <Badge title={otherTags.join(', ')} className="shrink-0">{`+${otherTags.length}`}</Badge>
      )}
    </>
  );
}
