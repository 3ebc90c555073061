import { clsx } from 'clsx';
import { Link } from 'wouter';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../../platform/web/time/relativeTime.ts';
import { DataCell, DataRow } from '../../../../../platform/web/ui/DataTable.tsx';
import type { ClosedRequest } from '../../../contract/history.ts';
import { kindNames } from '../../../contract.ts';
import { kindIcons } from '../../parts/kindIcons.ts';
import { OutcomeBadge } from '../../parts/OutcomeBadge.tsx';
import { span } from '../../state/times.ts';
import type { ChannelNames } from '../../state/useChannelNames.ts';

/** Shared by the header and the rows; on a narrow page each row is a card of two columns. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 @4xl:grid-cols-[minmax(0,1fr)_8rem_8rem_8rem_6.5rem_5rem_7rem]';

interface Props {
  request: ClosedRequest;
  channels: ChannelNames;
}

export function ClosedRow({ request, channels }: Props) {
  const { messageId, kind, channelId, channelName, closedAt, askedAt } = request;
  const Icon = kindIcons[kind];
  const closed = new Date(closedAt);
  return (
    <DataRow className={clsx(columns, 'relative items-center py-2.5 hover:bg-hover')}>
      <DataCell className="flex min-w-0 items-start gap-2.5 @max-4xl:order-1">
        <Icon aria-label={kindNames[kind]} className="mt-0.5 size-4 shrink-0 text-muted" />
        <Link
          href={`/requests?id=${messageId}`}
          className="line-clamp-2 text-base wrap-anywhere text-text after:absolute after:inset-0 hover:no-underline"
        >
          {request.content}
        </Link>
      </DataCell>
      <DataCell className="truncate text-muted @max-4xl:order-3 @max-4xl:pl-6.5">
        {channels.nameOf(channelId, channelName)}
      </DataCell>
      <DataCell className="truncate text-text @max-4xl:sr-only">{request.askedByName}</DataCell>
      <DataCell className="truncate text-text @max-4xl:sr-only">
        {request.ownerName ?? <span className="text-muted">Unassigned</span>}
      </DataCell>
      <DataCell className="@max-4xl:order-2 @max-4xl:justify-self-end">
        <OutcomeBadge request={request} />
      </DataCell>
      <DataCell className="text-right text-text tabular-nums @max-4xl:sr-only">
        {span(Math.max(closed.getTime() - Date.parse(askedAt), 0))}
      </DataCell>
      <DataCell className="text-right text-muted tabular-nums @max-4xl:order-4">
        <time dateTime={closedAt} title={exactTime(closed)}>
          {relativeTime(closed, new Date())}
        </time>
      </DataCell>
    </DataRow>
  );
}
