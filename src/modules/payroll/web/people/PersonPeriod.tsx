import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ListLink } from '../../../../platform/web/records/ListLink.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { useTopOfPage } from '../../../../platform/web/router/scrollPositions.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { Provider } from '../../contract/exports.ts';
import {
  answerObjection,
  approvePeriods,
  type Review,
  wordsMaxLength,
} from '../../contract/review.ts';
import { PeriodSwitch } from '../parts/PeriodSwitch.tsx';
import { approvalLooks, describePayee } from '../state/labels.ts';
import {
  useLivePayroll,
  usePayrollChange,
  usePersonPeriod,
  useShownPeriod,
} from '../state/usePayroll.ts';
import { Signatures } from '../statement/Signatures.tsx';
import { StatementView } from '../statement/StatementView.tsx';

interface Props {
  id: number;
  /** The list that it was opened from. */
  listName: string;
  /** What payroll may do besides. */
  actionsOf?: (
    review: Review,
    numbers: readonly { provider: Provider; number: string }[],
  ) => ReactNode;
}

/** A pay period of someone whose hours the user approves. */
export function PersonPeriod({ id, listName, actionsOf }: Props) {
  useLivePayroll();
  const { hrefWith } = useAddress();
  useTopOfPage();
  const query = usePersonPeriod(id, useShownPeriod());
  return (
    <div className="flex flex-col gap-4">
      <ListLink href={hrefWith({ payee: null })} label={listName} className="self-start" />
      <Loaded query={query} what="this pay period">
        {({ navigation, review, numbers }) =>
          navigation && review ? (
            <>
              <PersonLine review={review} />
              <div className="flex flex-wrap items-center justify-between gap-3">
                <PeriodSwitch navigation={navigation} />
                <Approval review={review} />
              </div>
              <Signatures review={review}>
                <Answer review={review} />
              </Signatures>
              <StatementView review={review} />
              {numbers && actionsOf?.(review, numbers)}
            </>
          ) : (
            <EmptyState title="No pay period" description="There are no pay periods on this day." />
          )
        }
      </Loaded>
    </div>
  );
}

function PersonLine({ review: { payee } }: { review: Review }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-xl font-semibold text-text">{payee.name}</span>
      <span className="text-sm text-muted">{describePayee(payee)}</span>
      <span className="text-sm text-muted">
        {payee.employeeNumber ? `Number ${payee.employeeNumber}` : 'No employee number'}
      </span>
    </p>
  );
}

function Approval({ review }: { review: Review }) {
  const { payee, statement, fingerprint, approval, signState, isLocked, may } = review;
  const { mutate, isPending } = usePayrollChange(approvePeriods, {
    failure: 'Couldn’t save the approval',
    onSaved: () =>
      toast({ title: approval.state === 'approved' ? 'Approval taken back' : 'Approved' }),
  });
  const { startsOn } = statement.period;
  const people = [{ id: payee.id, fingerprint }];
  const decide = (approved: boolean) => mutate({ body: { period: startsOn, approved, people } });
  const isApproved = approval.state === 'approved';
  const week = statement.days.at(-1)?.date ?? startsOn;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isLocked ? <Badge>Locked</Badge> : <Badge {...approvalLooks[approval.state]} />}
      {may.correct && (
        <Link
          href={`/utilities/timesheets?view=team&person=${payee.id}&week=${week}`}
          className={buttonClasses()}
        >
          Open timesheet
        </Link>
      )}
      {may.approve && !isLocked && (
        <>
          {isApproved ? (
            <Button pending={isPending} onClick={() => decide(false)}>
              Take back approval
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={may.approvalWaitsFor !== null}
              pending={isPending}
              onClick={() => decide(true)}
            >
              {signState === 'signed' ? 'Approve' : 'Approve without signature'}
            </Button>
          )}
          {!isApproved && may.approvalWaitsFor && (
            <span className="text-sm text-muted">{may.approvalWaitsFor}</span>
          )}
        </>
      )}
    </div>
  );
}

function Answer({ review: { signState, signatures, isLocked } }: { review: Review }) {
  const [isAnswering, setAnswering] = useState(false);
  const { mutate, isPending } = usePayrollChange(answerObjection, {
    failure: 'Couldn’t send the answer',
    onSaved: () => {
      setAnswering(false);
      toast({ title: 'Answer sent' });
    },
  });
  const [last] = signatures;
  if (!last || signState !== 'objected' || isLocked) return null;
  return (
    <div>
      <Button variant="primary" onClick={() => setAnswering(true)}>
        Answer
      </Button>
      {isAnswering && (
        <ReasonDialog
          title="Answer the objection"
          description="The employee is notified and asked to sign. If hours are wrong, correct them in the timesheet instead."
          label="Answer"
          missing="Enter an answer"
          maxLength={wordsMaxLength}
          verb="Send answer"
          pending={isPending}
          onClose={() => setAnswering(false)}
          onSubmit={(words) => mutate({ params: { signatureId: last.id }, body: { words } })}
        />
      )}
    </div>
  );
}
