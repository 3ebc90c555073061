import { useMutation } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { Proposal } from '../../contract/employee.ts';
import { approveProposal, declineProposal, withdrawProposal } from '../../contract/writing.ts';
import { groupNames } from '../state/labels.ts';
import { personalTexts, rowsOfEither } from '../state/personalTexts.ts';
import { useShowSaved } from '../state/useEmployees.ts';

interface Props {
  proposal: Proposal;
  /** Before the title: who proposed it, where that is not the page. */
  who?: ReactNode;
}

/** A change that waits for HR: what is now and what would be, side by side, and the decision. */
export function ProposalCard({ proposal, who }: Props) {
  const { id, group, proposedAt, may } = proposal;
  const [isDeclining, setDeclining] = useState(false);
  const showSaved = useShowSaved();
  const params = { proposalId: id };
  const settle = (title: string) => ({
    onSuccess: showSaved,
    onError: (error: unknown) => toastFailure(error, title),
  });
  const approve = useMutation({
    mutationFn: () => call(approveProposal, { params }),
    ...settle('Couldn’t approve the change'),
  });
  const decline = useMutation({
    mutationFn: (reason: string) => call(declineProposal, { params, body: { reason } }),
    ...settle('Couldn’t decline the change'),
    onSettled: () => setDeclining(false),
  });
  const withdraw = useMutation({
    mutationFn: () => call(withdrawProposal, { params }),
    ...settle('Couldn’t withdraw the change'),
  });
  const isBusy = approve.isPending || decline.isPending || withdraw.isPending;
  return (
    <section
      aria-label={`${groupNames[group]} of ${proposal.employee.name}`}
      className="rounded-md border border-border"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-border px-3 py-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
          {who}
          <span className="font-medium text-text">{groupNames[group]}</span>
          <time dateTime={proposedAt} title={exactTime(proposedAt)} className="text-xs text-muted">
            {relativeTime(new Date(proposedAt), new Date())}
          </time>
        </p>
        <span className="flex flex-wrap gap-2">
          {may.withdraw && (
            <Button
              size="sm"
              pending={withdraw.isPending}
              disabled={isBusy && !withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Withdraw
            </Button>
          )}
          {may.decide && (
            <>
              <Button size="sm" disabled={isBusy} onClick={() => setDeclining(true)}>
                Decline
              </Button>
              <Button
                size="sm"
                variant="primary"
                pending={approve.isPending}
                disabled={isBusy && !approve.isPending}
                onClick={() => approve.mutate()}
              >
                Approve
              </Button>
            </>
          )}
        </span>
      </div>
      <Comparison proposal={proposal} />
      {isDeclining && (
        <ReasonDialog
          title="Decline this change?"
          verb="Decline"
          maxLength={500}
          pending={decline.isPending}
          onClose={() => setDeclining(false)}
          onSubmit={(reason) => decline.mutate(reason)}
        />
      )}
    </section>
  );
}

const cell = 'min-w-0 whitespace-pre-line wrap-anywhere tabular-nums';

/** An email address that is too long for its line is broken before the @. */
const breakable = (text: string): ReactNode =>
  text.split(/(?=@)/).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function Comparison({ proposal: { current, proposed } }: Pick<Props, 'proposal'>) {
  const count = rowsOfEither(current, proposed);
  const before = personalTexts(current, count);
  const after = personalTexts(proposed, count);
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-left text-xs text-muted">
        <tr>
          <th className="w-32 px-3 pt-2 pb-1 font-medium @max-2xl:w-20 @max-2xl:pr-1">
            <span className="sr-only">Field</span>
          </th>
          <th className="px-3 pt-2 pb-1 font-medium @max-2xl:px-1">Now</th>
          <th className="px-3 pt-2 pb-1 font-medium @max-2xl:px-1">Proposed</th>
        </tr>
      </thead>
      <tbody>
        {before.map(([name, value], at) => {
          const next = after[at]?.[1] ?? '';
          const isChanged = value !== next;
          return (
            <tr key={name} className="align-top">
              <th
                scope="row"
                className="px-3 py-1.5 text-left font-normal text-muted @max-2xl:pr-1"
              >
                {name}
              </th>
              <td
                className={`${cell} px-3 py-1.5 @max-2xl:px-1 ${isChanged ? 'text-muted' : 'text-text'}`}
              >
                {value ? breakable(value) : '–'}
              </td>
              <td className="px-3 py-1.5 @max-2xl:px-1">
                <span
                  className={`${cell} inline-flex items-start gap-1.5 ${isChanged ? 'font-medium text-text' : 'text-muted'}`}
                >
                  {isChanged && (
                    <ArrowRight
                      aria-label="Changed"
                      className="mt-0.5 size-3.5 shrink-0 text-accent @max-2xl:hidden"
                    />
                  )}
                  <span className="min-w-0">
                    {isChanged ? (next ? breakable(next) : 'Removed') : 'No change'}
                  </span>
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
