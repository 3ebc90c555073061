import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { LoadMore } from '../../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../../platform/web/ui/Tabs.tsx';
import { listReactors, listVoters } from '../../../contract/changes.ts';
import { type ChatMessage, historyPageSize } from '../../../contract.ts';
import { PersonAvatar } from '../../parts/PersonAvatar.tsx';

/** Who chose which emoji. */
export function ReactorsDialog({
  message,
  onClose,
}: {
  message: ChatMessage;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(message.reactions[0]?.emoji);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Reactions" size="sm">
      <Tabs value={chosen ?? ''} onValueChange={setChosen}>
        <TabList aria-label="Emoji" className="max-h-36 flex-wrap gap-y-0 overflow-y-auto">
          {message.reactions.map(({ emoji, users, count = users.length }) => (
            <Tab key={emoji} value={emoji}>
              <span>{emoji}</span>
              <span className="tabular-nums">{count.toLocaleString('en')}</span>
            </Tab>
          ))}
        </TabList>
        {message.reactions.map(({ emoji }) => (
          <TabPanel key={emoji} value={emoji} className="h-72 overflow-y-auto">
            <Reactors message={message} emoji={emoji} />
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}

function Reactors({ message, emoji }: { message: ChatMessage; emoji: string }) {
  const params = { channelId: message.channelId, messageId: message.id };
  return (
    <PeoplePages
      label={`Who reacted with ${emoji}`}
      queryKey={queryKeyFor(listReactors, { params, query: { emoji } })}
      fetchPage={(after, signal) =>
        call(listReactors, { params, query: { emoji, after } }, { signal })
      }
    />
  );
}

/** Who chose which option of a poll. */
export function VotersDialog({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const chosen = (message.metadata?.poll?.options ?? []).filter(({ voters }) => voters.length > 0);
  const [shown, setShown] = useState(String(chosen[0]?.id ?? ''));
  const params = { channelId: message.channelId, messageId: message.id };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Votes" size="sm">
      <Tabs value={shown} onValueChange={setShown}>
        <TabList aria-label="Options" className="max-h-36 flex-wrap gap-y-0 overflow-y-auto">
          {chosen.map(({ id, text, voters, count = voters.length }) => (
            <Tab key={id} value={String(id)}>
              <span className="max-w-40 truncate">{text}</span>
              <span className="tabular-nums">{count.toLocaleString('en')}</span>
            </Tab>
          ))}
        </TabList>
        {chosen.map(({ id: option, text }) => (
          <TabPanel key={option} value={String(option)} className="h-72 overflow-y-auto">
            <PeoplePages
              label={`Who voted for ${text}`}
              queryKey={queryKeyFor(listVoters, { params, query: { option } })}
              fetchPage={(after, signal) =>
                call(listVoters, { params, query: { option, after } }, { signal })
              }
            />
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}

type People = { userId: number; name: string }[];

interface PagesProps {
  label: string;
  queryKey: QueryKey;
  /** Fetches the page after the user id `after`. */
  fetchPage: (after: number | undefined, signal: AbortSignal) => Promise<People>;
}

/** A paged list of people; there may be thousands. */
function PeoplePages({ label, queryKey, fetchPage }: PagesProps) {
  const found = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.userId),
    staleTime: 0,
  });
  if (found.isPending) return <Spinner label="Loading" />;
  if (found.isError) {
    return <NotLoaded isInline what="people" error={found.error} onRetry={found.refetch} />;
  }
  const people = found.data.pages.flat();
  if (people.length === 0) return <p className="text-base text-muted">No one</p>;
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-1">
        {people.map(({ userId, name }) => (
          <li key={userId} className="flex min-h-9 items-center gap-2.5 text-base text-text">
            <PersonAvatar userId={userId} name={name} size="sm" />
            {name}
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <LoadMore
          label="Show more people"
          pending={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      )}
    </>
  );
}
