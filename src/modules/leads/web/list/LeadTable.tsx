import { clsx } from 'clsx';
import { Link } from 'wouter';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
} from '../../../../platform/web/records/RecordTable.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { exactTime, shortTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type Lead, typeNames } from '../../contract/lead.ts';
import { lostReasonNames, statusNames } from '../../contract/status.ts';
import { ResponseClock } from '../parts/ResponseClock.tsx';
import { tones } from '../state/labels.ts';

interface Props {
  rows: readonly Lead[];
  /** The rows belong to the previous filters. */
  isStale: boolean;
}

export function LeadTable({ rows, isStale }: Props) {
  return <RecordTable label="Leads" columns={columns} rows={rows} isStale={isStale} isWide />;
}

const small = '@max-[976px]:text-xs @max-[976px]:text-muted';
const right = '@max-[976px]:text-right';

const columns: readonly RecordColumn<Lead>[] = [
  {
    name: 'Customer',
    width: 'minmax(8.5rem,1.1fr)',
    className: 'min-w-0',
    show: (lead) => <LeadLink lead={lead} />,
  },
  {
    name: 'Status',
    width: 'minmax(7rem,8.5rem)',
    className: 'flex @max-[976px]:justify-end',
    show: ({ status, lostReason }) => (
      <Badge tone={tones[status]} title={lostReason ? lostReasonNames[lostReason] : undefined}>
        {statusNames[status]}
      </Badge>
    ),
  },
  {
    name: 'Vehicle',
    width: 'minmax(8rem,1.3fr)',
    className: 'truncate',
    show: ({ interest }) => interest || <span className="text-muted">–</span>,
  },
  {
    name: 'Source',
    width: 'minmax(5.5rem,0.9fr)',
    className: clsx('truncate', small, right),
    show: ({ source, type }) => source?.name ?? typeNames[type],
  },
  {
    name: 'Assigned to',
    width: 'minmax(6.5rem,0.9fr)',
    className: clsx('truncate', small),
    show: ({ assignee }) => assignee?.name ?? <span className="text-muted">Unassigned</span>,
  },
  {
    name: 'Store',
    width: 'minmax(5rem,6rem)',
    className: clsx(small, right),
    show: ({ store }) => <StoreMark store={store} />,
  },
  {
    name: 'Received',
    width: 'minmax(6.5rem,8.5rem)',
    className: clsx('truncate tabular-nums', small),
    show: ({ receivedAt }) => (
      <time dateTime={receivedAt} title={exactTime(receivedAt)}>
        {shortTime(receivedAt)}
      </time>
    ),
  },
  {
    name: 'Response',
    width: 'minmax(9.25rem,11rem)',
    className: 'flex @max-[976px]:justify-end',
    show: (lead) => <ResponseClock lead={lead} />,
  },
];

/** Opens the lead beside the list, which keeps its filters. */
function LeadLink({ lead }: { lead: Lead }) {
  const { query } = useAddress();
  const params = new URLSearchParams(query);
  params.set('lead', String(lead.id));
  return (
    <Link href={`/customers/leads?${params}`} className={clsx('block truncate', rowLinkClasses)}>
      {lead.customer.name}
    </Link>
  );
}
