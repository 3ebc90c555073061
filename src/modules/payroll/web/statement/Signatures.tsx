import type { ReactNode } from 'react';
import { decimalHours } from '../../../../platform/contract/decimalHours.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Review, Signature } from '../../contract/review.ts';
import { signLooks } from '../state/labels.ts';

interface Props {
  review: Review;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What the employee said about their hours, and how they were answered. */
export function Signatures({ review: { signState, signatures, approval }, children }: Props) {
  return (
    <RecordSection label="Sign-off" aside={<Badge {...signLooks[signState]} />}>
      <div className="flex flex-col gap-3">
        {children}
        {signatures.length > 0 && (
          <ol className="divide-y divide-border text-sm">
            {signatures.map((one) => (
              <SignatureItem key={one.id} {...one} />
            ))}
          </ol>
        )}
        {approval.by && approval.at && (
          <p className="text-sm text-muted">
            {`Approved by ${approval.by}, ${exactTime(approval.at)}`}
            {!approval.signed && ', without a signature of these hours'}
            {approval.state === 'changed' && '. The hours have changed since.'}
          </p>
        )}
      </div>
    </RecordSection>
  );
}

function SignatureItem({ kind, words, at, isCurrent, paidMs, answer }: Signature) {
  const verb = kind === 'signed' ? 'Signed' : 'Objected to';
  return (
    <li className="py-2">
      <p className="text-text">
        {`${verb} ${decimalHours(paidMs)} hours`}
        <span className="text-muted">{` · ${exactTime(at)}`}</span>
        {!isCurrent && <span className="text-muted">{' · before the last change'}</span>}
      </p>
      {words && <p className="mt-1 text-text wrap-anywhere whitespace-pre-line">{words}</p>}
      {answer && (
        <p className="mt-1 border-l-2 border-border pl-3 text-text wrap-anywhere whitespace-pre-line">
          {answer.words}
          <span className="block text-xs text-muted">{`${answer.by}, ${exactTime(answer.at)}`}</span>
        </p>
      )}
    </li>
  );
}
