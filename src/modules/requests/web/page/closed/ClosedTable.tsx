import { clsx } from 'clsx';
import { Link } from 'wouter';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
} from '../../../../../platform/web/records/RecordTable.tsx';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../../platform/web/time/relativeTime.ts';
import type { ClosedRequest } from '../../../contract/history.ts';
import { kindNames } from '../../../contract.ts';
import { kindIcons } from '../../parts/kindIcons.ts';
import { OutcomeBadge } from '../../parts/OutcomeBadge.tsx';
import { span } from '../../state/times.ts';
import type { ChannelNames } from '../../state/useChannelNames.ts';

interface Props {
  requests: readonly ClosedRequest[];
  channels: ChannelNames;
  /** The requests still belong to the previous filters. */
  isStale: boolean;
}

type Row = ClosedRequest & { id: string };

export function ClosedTable({ requests, channels, isStale }: Props) {
  return (
    <RecordTable
      label="Closed requests"
      columns={columnsOf(channels)}
      rows={requests.map((request) => ({ ...request, id: request.messageId }))}
      isStale={isStale}
      isRoomy
      isHeadSticky
    />
  );
}

const columnsOf = (channels: ChannelNames): RecordColumn<Row>[] => [
  {
    name: 'Request',
    width: 'minmax(0,1fr)',
    className: 'flex min-w-0 items-start gap-2.5 @max-4xl:order-1',
    show: ({ id, kind, content }) => {
      const Icon = kindIcons[kind];
      return (
        <>
          <Icon aria-label={kindNames[kind]} className="mt-0.5 size-4 shrink-0 text-muted" />
          <Link
            href={`/requests?id=${id}`}
            className={clsx(rowLinkClasses, 'line-clamp-2 wrap-anywhere')}
          >
            {content}
          </Link>
        </>
      );
    },
  },
  {
    name: 'Conversation',
    width: '8rem',
    className: 'truncate text-muted @max-4xl:order-3 @max-4xl:pl-6.5',
    show: ({ channelId, channelName }) => channels.nameOf(channelId, channelName),
  },
  {
    name: 'Requested by',
    width: '8rem',
    className: 'truncate @max-4xl:sr-only',
    show: ({ askedByName }) => askedByName,
  },
  {
    name: 'Assigned to',
    width: '8rem',
    className: 'truncate @max-4xl:sr-only',
    show: ({ ownerName }) => ownerName ?? <span className="text-muted">Unassigned</span>,
  },
  {
    name: 'Outcome',
    width: '6.5rem',
    className: '@max-4xl:order-2 @max-4xl:justify-self-end',
    show: (request) => <OutcomeBadge request={request} />,
  },
  {
    name: 'Duration',
    width: '5rem',
    isNumber: true,
    className: 'text-right tabular-nums @max-4xl:sr-only',
    show: ({ askedAt, closedAt }) => span(Math.max(Date.parse(closedAt) - Date.parse(askedAt), 0)),
  },
  {
    name: 'Closed',
    width: '7rem',
    isNumber: true,
    className: 'text-right text-muted tabular-nums @max-4xl:order-4',
    show: ({ closedAt }) => {
      const closed = new Date(closedAt);
      return (
        <time dateTime={closedAt} title={exactTime(closed)}>
          {relativeTime(closed, new Date())}
        </time>
      );
    },
  },
];
