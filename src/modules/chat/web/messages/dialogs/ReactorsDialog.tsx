import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { LoadMore } from '../../../../../platform/web/ui/LoadMore.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../../platform/web/ui/Tabs.tsx';
import { listReactors } from '../../../contract/changes.ts';
import { type ChatMessage, historyPageSize } from '../../../contract.ts';
import { PersonAvatar } from '../row/PersonAvatar.tsx';

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
        <TabList aria-label="Emoji">
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
  const found = useInfiniteQuery({
    queryKey: [...queryKeyFor(listReactors, { params, query: { emoji } }), 'pages'],
    queryFn: ({ pageParam: after, signal }) =>
      call(listReactors, { params, query: { emoji, after } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.userId),
    staleTime: 0,
  });
  if (found.isPending) return <Spinner label="Loading" />;
  if (found.isError) return <p className="text-base text-muted">They could not be loaded.</p>;
  const people = found.data.pages.flat();
  if (people.length === 0) return <p className="text-base text-muted">Nobody any more.</p>;
  return (
    <>
      <ul aria-label={`Who reacted with ${emoji}`} className="flex flex-col gap-1">
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
