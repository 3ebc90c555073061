import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import type { DocumentPage } from '../../contract/document.ts';
import { historyMaxSize, listAccesses, listDocumentEvents } from '../../contract.ts';

/** What was changed and, for those who manage the cabinet, who read the document. */
export function Histories({ document }: { document: DocumentPage }) {
  const { id, may } = document;
  if (!may.seeAccesses) return <Changes documentId={id} />;
  return (
    <Tabs defaultValue="changes">
      <TabList aria-label="History">
        <Tab value="changes">Changes</Tab>
        <Tab value="accesses">Who read it</Tab>
      </TabList>
      <TabPanel value="changes" tabIndex={-1}>
        <Changes documentId={id} />
      </TabPanel>
      <TabPanel value="accesses" tabIndex={-1}>
        <Accesses documentId={id} />
      </TabPanel>
    </Tabs>
  );
}

const eventTitles = {
  added: 'Added',
  filed: 'Filed',
  changed: 'Changed',
  linked: 'Linked',
  version_added: 'Version added',
  pages_arranged: 'Pages arranged',
  removed: 'Removed',
  restored: 'Put back',
} as const;

function Changes({ documentId }: { documentId: number }) {
  const history = useLatestFirst(listDocumentEvents, documentId);
  if (history.error && !history.rows)
    return <NotLoaded what="the history" error={history.error} onRetry={history.retry} />;
  return (
    <RecordHistory
      events={history.rows}
      describe={({ kind, detail }) => ({ title: eventTitles[kind], detail })}
      footer={history.more}
    />
  );
}

const accessTitles = { view: 'Viewed', download: 'Downloaded', print: 'Printed' } as const;

function Accesses({ documentId }: { documentId: number }) {
  const history = useLatestFirst(listAccesses, documentId);
  if (history.error && !history.rows)
    return <NotLoaded what="who read it" error={history.error} onRetry={history.retry} />;
  const events = history.rows?.map(({ kind, versionNumber, ...event }) => ({
    ...event,
    data: { kind, versionNumber },
  }));
  if (events?.length === 0) return <p className="text-sm text-muted">No one has read it yet.</p>;
  return (
    <RecordHistory
      events={events}
      describe={({ kind, versionNumber }) => ({
        title: `${accessTitles[kind]}, version ${versionNumber}`,
      })}
      footer={history.more}
    />
  );
}

type History = typeof listDocumentEvents | typeof listAccesses;

/** Entries with the latest first, and a button for earlier ones. */
function useLatestFirst<E extends History>(endpoint: E, documentId: number) {
  const params = { documentId };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(endpoint as History, { params }), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await call(
        endpoint as History,
        { params, query: { before: pageParam } },
        { signal },
      )) as Rows<E>,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < historyMaxSize ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  });
  return {
    rows: list.data?.pages.flat() as Rows<E> | undefined,
    error: list.error,
    retry: () => void list.refetch(),
    more: list.hasNextPage && (
      <LoadMore
        isManual
        label="Show earlier"
        pending={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    ),
  };
}

type Rows<E extends History> = E extends typeof listAccesses
  ? Awaited<ReturnType<typeof call<typeof listAccesses>>>
  : Awaited<ReturnType<typeof call<typeof listDocumentEvents>>>;
