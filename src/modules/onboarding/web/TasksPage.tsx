import { ListChecks } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay } from '../../../platform/contract/calendar.ts';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useRecordPages } from '../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { listTasks, type Task } from '../contract.ts';
import { ItemRow } from './parts/ItemRow.tsx';
import { dayNames, runNames } from './state/labels.ts';
import { live, runHref } from './state/useOnboarding.ts';

/** What is one’s own to do when someone starts or leaves. */
export default function TasksPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage {...props} access="signedIn" many="tasks" live={live}>
      <Tasks title={props.title} ownId={props.user.id} />
    </RecordsPage>
  );
}

function Tasks({ title, ownId }: { title: string; ownId: number }) {
  const { query, setQuery } = useAddress();
  const scope = query.get('scope') === 'done' ? 'done' : 'open';
  const { rows, error, retry, more, isStale } = useRecordPages({
    list: listTasks,
    query: { scope },
    cursorOf: (_, offset) => ({ offset }),
  });
  return (
    <Tabs
      value={scope}
      onValueChange={(next) => setQuery({ scope: next === 'open' ? null : next }, { push: true })}
      className="@container mx-auto max-w-3xl px-4 pt-1 pb-10 md:px-6"
    >
      <TabList aria-label={title}>
        <Tab value="open">To do</Tab>
        <Tab value="done">Done</Tab>
      </TabList>
      <TabPanel value={scope} tabIndex={-1}>
        {rows && !isStale ? (
          <>
            <Lists tasks={rows} ownId={ownId} scope={scope} />
            {more && <LoadMore isManual pending={more.isLoading} onMore={more.load} />}
          </>
        ) : error ? (
          <NotLoaded what="tasks" error={error} icon={ListChecks} onRetry={retry} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </TabPanel>
    </Tabs>
  );
}

interface ListsProps {
  tasks: readonly Task[];
  ownId: number;
  scope: 'open' | 'done';
}

/** One list for each person they are about. */
function Lists({ tasks, ownId, scope }: ListsProps) {
  if (tasks.length === 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title={scope === 'open' ? 'Nothing to do' : 'Nothing done in the last 30 days'}
        description="Tasks appear here when someone starts or leaves and part of it is yours."
      />
    );
  }
  const runs = Map.groupBy(tasks, ({ runId }) => runId);
  return [...runs.values()].map((list) => {
    const [first] = list;
    if (!first) return null;
    const { runId, runKind, employee, day, seesRun } = first;
    const isOwn = employee.id === ownId;
    const heading = isOwn ? `Your ${runNames[runKind].toLowerCase()}` : employee.name;
    return (
      <section key={runId} aria-label={heading} className="pt-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-base font-semibold text-text">{heading}</h2>
          <p className="text-xs text-muted">
            {`${isOwn ? '' : `${runNames[runKind]}. `}${dayNames[runKind]}: ${calendarDay(day)}`}
            {seesRun && (
              <>
                {' · '}
                <Link href={runHref(runId)}>Open list</Link>
              </>
            )}
          </p>
        </div>
        <ul>
          {list.map((task) => (
            <ItemRow key={task.id} item={task} isOwnerHidden />
          ))}
        </ul>
      </section>
    );
  });
}
