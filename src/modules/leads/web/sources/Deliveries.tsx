import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import {
  type Delivery,
  getDeliveryText,
  listDeliveries,
  type Source,
} from '../../contract/settings.ts';
import { leadHref } from '../state/labels.ts';

const outcomes: Record<Delivery['outcome'], { name: string; tone: Tone }> = {
  created: { name: 'Accepted', tone: 'success' },
  updated: { name: 'Updated', tone: 'info' },
  refused: { name: 'Rejected', tone: 'danger' },
};

/** The page size of the server. */
const pageSize = 50;

/** Recent messages of a source, with the reason for rejected ones. */
export function Deliveries({ source }: { source: Source }) {
  const params = { sourceId: source.id };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listDeliveries, { params }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, { params, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  });
  const rows = list.data?.pages.flat();
  return (
    <section aria-label="Delivery log" className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">Delivery log</h3>
      {!rows && !list.isError && <Skeleton className="mt-3 h-40" />}
      {list.isError && (
        <NotLoaded
          isInline
          what="the delivery log"
          className="mt-3"
          error={list.error}
          onRetry={list.refetch}
        />
      )}
      {rows?.length === 0 && <p className="pt-3 text-sm text-muted">No deliveries yet.</p>}
      <ul aria-label="Deliveries" className="divide-y divide-border">
        {rows?.map((one) => (
          <Line key={one.id} sourceId={source.id} delivery={one} />
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          isManual
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

function Line({ sourceId, delivery }: { sourceId: number; delivery: Delivery }) {
  const { name, tone } = outcomes[delivery.outcome];
  const at = new Date(delivery.at);
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-2 text-sm">
      <span>
        <Badge tone={tone}>{name}</Badge>
      </span>
      <span className="min-w-0 wrap-anywhere text-text">
        {delivery.problem}
        {delivery.leadId !== null && (
          <Link href={leadHref(delivery.leadId)} className="underline">
            {`Lead ${delivery.leadId}`}
          </Link>
        )}
      </span>
      <span className="text-right text-xs text-muted">
        <time dateTime={delivery.at} title={exactTime(at)}>
          {relativeTime(at, new Date())}
        </time>
        {` · ${fileSize(delivery.bytes)}`}
      </span>
      {delivery.outcome === 'refused' && <DeliveryText {...{ sourceId, delivery }} />}
    </li>
  );
}

/** The message text, loaded only on request because it may contain customer data. */
function DeliveryText({ sourceId, delivery }: { sourceId: number; delivery: Delivery }) {
  const [open, setOpen] = useState(false);
  const textId = useId();
  const { data, error, isFetching } = useQuery({
    ...queryOptionsFor(getDeliveryText, { params: { sourceId, deliveryId: delivery.id } }),
    enabled: open,
  });
  return (
    <div className="col-span-3 flex min-w-0 flex-col items-start gap-2 pt-1">
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={open}
        aria-controls={open ? textId : undefined}
        pending={isFetching}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide message' : 'Show message'}
      </Button>
      {open && (
        <div id={textId} className="w-full">
          {error && (
            <p role="status" className="text-sm text-danger">
              {sentenceOf(error)}
            </p>
          )}
          {data && (
            <section
              aria-label="Original message"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
              tabIndex={0}
              className="max-h-80 overflow-auto rounded-md bg-sunken p-3"
            >
              <pre className="font-mono text-xs whitespace-pre-wrap text-text wrap-anywhere">
                {data.text}
              </pre>
            </section>
          )}
        </div>
      )}
    </div>
  );
}
