import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { Suspense, useState } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { orderChanged } from '../contract/events.ts';
import { type Work, type WorkLine, workAccess } from '../contract/order.ts';
import { listMyWork, workScopes } from '../contract.ts';
import { queries } from './state/useOrders.ts';
import { WorkCard } from './work/WorkCard.tsx';

const LineSheet = lazyPart(() => import('./work/LineSheet.tsx'), { place: 'dialog' });

const live = { queries, events: [orderChanged] };
const names = { open: 'Open', done: 'Done' } as const;
const nothing = {
  open: {
    title: 'No open work',
    description: 'Lines that name you as the technician appear here.',
  },
  done: { title: 'Nothing done yet', description: 'Closed work stays here for 30 days.' },
};

/** The lines that name the user as their technician, by repair order. Made for the phone. */
export default function MyWorkPage({ user, ...header }: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage {...header} user={user} access={workAccess.read} many="work" live={live}>
      <WorkList />
    </RecordsPage>
  );
}

function WorkList() {
  const { query, setQuery } = useAddress();
  const scope = query.get('scope') === 'done' ? 'done' : 'open';
  const [edited, setEdited] = useState<WorkOnLine>();
  const { data, error, refetch } = useQuery(queryOptionsFor(listMyWork, { query: { scope } }));
  return (
    <Tabs
      value={scope}
      onValueChange={(next) => setQuery({ scope: next === 'open' ? null : next })}
      className="@container mx-auto max-w-3xl px-4 pt-1 pb-10"
    >
      <TabList aria-label="My work">
        {workScopes.map((one) => (
          <Tab key={one} value={one}>
            {names[one]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={scope} tabIndex={-1} className="flex flex-col gap-6 pt-4">
        {data ? (
          data.length === 0 ? (
            <EmptyState icon={Wrench} {...nothing[scope]} />
          ) : (
            data.map((work) => (
              <WorkCard key={work.id} work={work} onEdit={(line) => setEdited({ work, line })} />
            ))
          )
        ) : error ? (
          <NotLoaded what="your work" icon={Wrench} error={error} onRetry={refetch} />
        ) : (
          <>
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </>
        )}
      </TabPanel>
      <Suspense>
        {edited && <LineSheet {...latestOf(edited, data)} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </Tabs>
  );
}

interface WorkOnLine {
  work: Work;
  line: WorkLine;
}

/** One that is no longer in the list, such as of an order that was closed, stays open as it was, with what was entered. */
function latestOf(edited: WorkOnLine, works: readonly Work[] = []): WorkOnLine {
  const work = works.find(({ id }) => id === edited.work.id);
  const line = work?.lines.find(({ id }) => id === edited.line.id);
  return work && line ? { work, line } : edited;
}
