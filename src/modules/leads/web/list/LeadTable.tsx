import { clsx } from 'clsx';
import { Link } from 'wouter';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
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
  return <RecordTable label="Leads" columns={columns} rows={rows} isStale={isStale} />;
}

const right = '@max-4xl:text-right';

const columns: readonly RecordColumn<Lead>[] = [
  {
    name: 'Customer',
    width: 'minmax(9rem,1.1fr)',
    className: 'min-w-0',
    show: (lead) => <LeadLink lead={lead} />,
  },
  {
    name: 'Status',
    width: '8.5rem',
    className: 'flex @max-4xl:justify-end',
    show: ({ status, lostReason }) => (
      <Badge tone={tones[status]} title={lostReason ? lostReasonNames[lostReason] : undefined}>
        {statusNames[status]}
      </Badge>
    ),
  },
  {
    name: 'Vehicle',
    width: 'minmax(9rem,1.3fr)',
    className: 'truncate',
    show: ({ interest }) => interest || <span className="text-muted">–</span>,
  },
  {
    name: 'Source',
    width: 'minmax(7rem,0.9fr)',
    className: clsx('truncate', smallOnCard, right),
    show: ({ source, type }) => source?.name ?? typeNames[type],
  },
  {
    name: 'Assigned to',
    width: 'minmax(7rem,0.9fr)',
    className: clsx('truncate', smallOnCard),
    show: ({ assignee }) => assignee?.name ?? <span className="text-muted">Unassigned</span>,
  },
  {
    name: 'Store',
    width: '6rem',
    className: clsx(smallOnCard, right),
    show: ({ store }) => <StoreMark store={store} />,
  },
  {
    name: 'Received',
    width: '8.5rem',
    className: clsx('truncate tabular-nums', smallOnCard),
    show: ({ receivedAt }) => (
      <time dateTime={receivedAt} title={exactTime(receivedAt)}>
        {shortTime(receivedAt)}
      </time>
    ),
  },
  {
    name: 'Response',
    width: '10rem',
    className: 'flex @max-4xl:justify-end',
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
