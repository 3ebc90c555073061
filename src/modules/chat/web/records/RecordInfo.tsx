import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { momentName } from '../../../../platform/web/time/days.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import type { RecordRef } from '../../../records/contract.ts';
import { listRecordMentions, type RecordMention } from '../../contract/records.ts';
import { useChannelNames } from '../state/conversations/useChannelNames.ts';
import { openThread } from '../state/view/openThread.ts';
import { openMessage } from '../state/view/target.ts';
import { RecordCardView } from './RecordCardView.tsx';

/** In the header of a record's conversation: the record's card, and where else it is mentioned. */
export function RecordInfo({ record }: { record: RecordRef }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label="About this record" icon={FileText} className="-ml-1 w-7!" />
      </PopoverTrigger>
      <PopoverContent align="start" className="w-96 divide-y divide-border">
        <About record={record} onGo={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function About({ record, onGo }: { record: RecordRef; onGo: () => void }) {
  const about = useInfiniteQuery({
    queryKey: [...queryKeyFor(listRecordMentions, { params: record }), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? { after: pageParam } : {};
      return call(listRecordMentions, { params: record, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ mentions, hasMore }) => (hasMore ? mentions.at(-1)?.messageId : null),
    staleTime: 0,
  });
  if (about.isPending) return <Spinner label="Loading" className="m-4" />;
  if (about.isError) {
    return (
      <NotLoaded
        isInline
        what="this record"
        error={about.error}
        className="m-3"
        onRetry={about.refetch}
      />
    );
  }
  const { pages } = about.data;
  const card = pages[0]?.card;
  return (
    <>
      {card && <RecordCardView card={card} onGo={onGo} />}
      <Mentions mentions={pages.flatMap(({ mentions }) => mentions)} onGo={onGo} />
      {about.hasNextPage && (
        <LoadMore
          isManual
          label="Show earlier mentions"
          pending={about.isFetchingNextPage}
          onMore={() => void about.fetchNextPage()}
        />
      )}
    </>
  );
}

interface MentionsProps {
  mentions: readonly RecordMention[];
  onGo: () => void;
}

function Mentions({ mentions, onGo }: MentionsProps) {
  return (
    <section aria-label="Mentioned elsewhere" className="p-1">
      <h3 className="px-2 pt-1 pb-0.5 text-xs font-medium text-muted">Mentioned elsewhere</h3>
      {mentions.length === 0 ? (
        <p className="px-2 pb-2 text-sm text-muted">
          No mentions yet. Messages that contain this record’s number appear here.
        </p>
      ) : (
        <ul>
          {mentions.map((mention) => (
            <li key={mention.messageId}>
              <MentionLine mention={mention} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function MentionLine({ mention, onGo }: { mention: RecordMention; onGo: () => void }) {
  const { nameOf } = useChannelNames();
  const { channelId, messageId, threadId, seq, senderName, excerpt, createdAt } = mention;
  const place = mention.channelName ? `#${mention.channelName}` : nameOf(channelId);
  const go = () => {
    openMessage(channelId, seq === null && threadId ? threadId : { id: messageId, seq });
    if (seq === null && threadId) openThread(channelId, threadId, messageId);
    onGo();
  };
  return (
    <button
      type="button"
      onClick={go}
      className="block w-full rounded-sm p-2 text-left hover:bg-hover"
    >
      <span className="block truncate text-xs text-muted">
        Mentioned in <span className="font-medium text-text">{place}</span> by {senderName},{' '}
        {momentName(Date.parse(createdAt), Date.now())}
      </span>
      <span className="line-clamp-2 text-base wrap-anywhere text-text">{excerpt}</span>
    </button>
  );
}
