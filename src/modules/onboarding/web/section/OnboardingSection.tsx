import { useQuery } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listRunsOf, type RunRow } from '../../contract.ts';
import { Progress } from '../parts/Progress.tsx';
import { dayNames, runNames } from '../state/labels.ts';
import { live, runHref } from '../state/useOnboarding.ts';

/** The onboardings and offboardings of an employee, for HR and their managers. */
export default function OnboardingSection({ employeeId }: { employeeId: number }) {
  useLiveQueries([['api', live.queries]], live.events);
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listRunsOf, { params: { employeeId } }),
    refetchOnMount: 'always',
  });
  if (!data) {
    return error ? (
      <NotLoaded what="onboarding" error={error} icon={DoorOpen} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={DoorOpen}
        title="No onboarding or offboarding"
        description="HR starts a list under HR, Onboarding."
      />
    );
  }
  return (
    <ul className="flex flex-col">
      {data.map((run) => (
        <li
          key={run.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-border py-3 text-sm"
        >
          <span className="min-w-0">
            <Link href={runHref(run.id)} className="font-medium">
              {runNames[run.kind]}
            </Link>
            <span className="block text-xs text-muted">
              {`${dayNames[run.kind]}: ${calendarDay(run.day)}`}
            </span>
          </span>
          <span className="flex items-center gap-3">
            <Progress name={runNames[run.kind]} done={run.done} total={run.total} />
            <Outcome run={run} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ run: { outcome, overdue } }: { run: RunRow }) {
  if (outcome === 'done') return <Badge tone="success">Finished</Badge>;
  if (outcome === 'canceled') return <Badge>Canceled</Badge>;
  return overdue > 0 ? (
    <Badge tone="warning">{`${overdue} overdue`}</Badge>
  ) : (
    <Badge tone="info">In progress</Badge>
  );
}
