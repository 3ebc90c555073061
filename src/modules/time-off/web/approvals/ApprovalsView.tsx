import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { hoursText } from '../../contract/balances.ts';
import { type Approval, decideRequest, listApprovals } from '../../contract/requests.ts';
import { AwayList } from '../parts/AwayList.tsx';
import { RequestItem } from '../requesting/RequestItem.tsx';
import { useRefresh } from '../state/useTimeOff.ts';

/** Requests that wait for the user, with who else is away and what would remain. */
export default function ApprovalsView() {
  const { query, setQuery } = useAddress();
  const scope = query.get('scope') === 'all' ? 'all' : 'mine';
  const list = useQuery(queryOptionsFor(listApprovals, { query: { scope } }));
  return (
    <div className="@container flex max-w-4xl flex-col gap-2">
      <Switch
        label="Show all I can approve"
        hint="Including requests sent to other managers"
        className="max-w-md"
        checked={scope === 'all'}
        onCheckedChange={(isAll) => setQuery({ scope: isAll ? 'all' : null })}
      />
      {list.isError && !list.data && (
        <NotLoaded what="requests" error={list.error} onRetry={list.refetch} />
      )}
      {list.isPending && <Skeleton className="h-72" />}
      {list.data?.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          title="Nothing to approve"
          description="Requests of the people who report to you appear here."
        />
      )}
      {list.data && list.data.length > 0 && (
        <ul aria-label="Requests to approve" className="divide-y divide-border">
          {list.data.map((approval) => (
            <ApprovalItem key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ApprovalItem({ approval }: { approval: Approval }) {
  const { userName, userId, jobTitle, store, department, remainingMinutes } = approval;
  const place = [
    jobTitle,
    department && departmentNames[department],
    store ? storeNames[store] : 'All stores',
  ].filter(Boolean);
  return (
    <RequestItem
      request={{ ...approval, may: { ...approval.may, change: false, cancel: false } }}
      today={today()}
      isOwn={false}
      heading={
        <p className="flex flex-wrap items-center gap-2">
          <Avatar name={userName} size="sm" />
          <Link href={`/people?employee=${userId}`} className="font-medium text-text">
            {userName}
          </Link>
          <span className="text-muted">{place.join(', ')}</span>
        </p>
      }
      actions={<Decide approval={approval} />}
    >
      {remainingMinutes !== null && (
        <p className="text-sm text-muted tabular-nums">
          {`${hoursText(remainingMinutes)} left after it`}
        </p>
      )}
      {remainingMinutes !== null && remainingMinutes < 0 && (
        <Notice tone="warning">This is more than the balance.</Notice>
      )}
      {approval.blackouts.map((name) => (
        <Notice key={name} tone="warning">{`Blackout days: ${name}`}</Notice>
      ))}
      <AwayList away={approval.away} />
    </RequestItem>
  );
}

function Decide({ approval }: { approval: Approval }) {
  const [isDeclining, setDeclining] = useState(false);
  const refresh = useRefresh();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (answer: { decision: 'approved' | 'declined'; reason?: string }) =>
      call(decideRequest, {
        params: { requestId: approval.id },
        body: { version: approval.version, ...answer },
      }),
    onSuccess: (_, { decision }) => {
      setDeclining(false);
      toast({ title: decision === 'approved' ? 'Time off approved' : 'Request declined' });
    },
    onError: (error) => toastFailure(error, 'Couldn’t save the decision'),
    onSettled: refresh,
  });
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Approve time off of ${approval.userName}`}
        pending={isPending && variables.decision === 'approved'}
        onClick={() => mutate({ decision: 'approved' })}
      >
        Approve
      </Button>
      <Button
        size="sm"
        aria-label={`Decline time off of ${approval.userName}`}
        onClick={() => setDeclining(true)}
      >
        Decline
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={`Decline time off of ${approval.userName}`}
          verb="Decline request"
          maxLength={500}
          pending={isPending}
          onClose={() => setDeclining(false)}
          onSubmit={(reason) => mutate({ decision: 'declined', reason })}
        />
      )}
    </>
  );
}
