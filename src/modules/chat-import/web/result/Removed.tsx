import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { fullTime } from '../../../../platform/web/time/moments.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { listUndoneMessages } from '../../contract.ts';
import { Pane } from '../parts/Pane.tsx';
import { Waiting } from '../parts/Waiting.tsx';

const limit = 100;

/** Messages that undoing the import removed, kept for audits. */
export function Removed({ importId }: { importId: number }) {
  const params = { importId };
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(listUndoneMessages, { params }),
    queryFn: ({ pageParam }) =>
      call(listUndoneMessages, { params, query: { offset: pageParam, limit } }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < limit ? undefined : pages.length * limit),
  });
  const { data, error, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } =
    list;
  if (error && !data) {
    return (
      <Notice tone="danger" live>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!data) return <Waiting />;
  const messages = data.pages.flat();
  return (
    <Pane label="Removed messages">
      {messages.length === 0 && <EmptyState title="No messages were removed" />}
      <ul aria-label="Removed messages" className="divide-y divide-border">
        {messages.map((one) => (
          <li key={one.id} className="px-3 py-2 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
              <span className="text-sm font-medium text-text">{one.senderName}</span>
              <span>{fullTime(Date.parse(one.writtenAt))}</span>
              <span className="wrap-anywhere">{one.channelName || 'Direct message'}</span>
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{one.content}</p>
            {one.files.length > 0 && (
              <p className="text-xs text-muted wrap-anywhere">Files: {one.files.join(', ')}</p>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore
          pending={isFetchingNextPage}
          error={isFetchNextPageError ? error : null}
          onMore={() => void fetchNextPage()}
        />
      )}
    </Pane>
  );
}
