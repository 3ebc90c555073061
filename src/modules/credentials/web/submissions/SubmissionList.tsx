import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { listSubmissions, type Submission } from '../../contract.ts';
import { DecisionButtons } from '../parts/DecisionButtons.tsx';
import { TermFacts } from '../parts/TermFacts.tsx';
import { employeeHref, expiryText } from '../state/labels.ts';

/** What employees submitted, oldest first. */
export default function SubmissionList() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listSubmissions),
    refetchOnMount: 'always',
  });
  if (!data) {
    return error ? (
      <NotLoaded what="submissions" error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title="Nothing to verify"
        description="Credentials and renewals that employees submit appear here."
      />
    );
  }
  return (
    <>
      <ListCount count={{ count: data.length, isMore: false }} one="submission" />
      <ul className="flex max-w-4xl flex-col divide-y divide-border">
        {data.map((one) => (
          <Line key={one.id} submission={one} />
        ))}
      </ul>
    </>
  );
}

function Line({ submission }: { submission: Submission }) {
  const { id, version, employee, kind, store, term, currentExpiresOn, submittedAt } = submission;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={employeeHref(employee.id)} className="font-medium text-text">
            {employee.name}
          </Link>
          <span className="text-text">{kind.name}</span>
          {store && <StoreMark store={store} className="text-muted" />}
        </p>
        <p className="mt-0.5 text-text tabular-nums">
          {expiryText(term.expiresOn)}
          {currentExpiresOn && (
            <span className="text-muted">{` · The current one expires ${calendarDay(currentExpiresOn)}`}</span>
          )}
        </p>
        <TermFacts
          term={term}
          credentialId={id}
          what={`${kind.name} of ${employee.name}`}
          mayReadNumber
        >
          <span>{`Submitted ${exactTime(submittedAt)}`}</span>
        </TermFacts>
      </div>
      <span className="flex gap-1">
        <DecisionButtons
          credential={{ id, version, termId: term.id, kind: kind.name }}
          userId={employee.id}
          employee={employee.name}
        />
      </span>
    </li>
  );
}
