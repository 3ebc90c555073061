import { plural } from '../../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../../platform/web/time/relativeTime.ts';
import { Badge, type Tone } from '../../../../../platform/web/ui/Badge.tsx';
import type { Proposal } from '../../../contract/employee.ts';
import { ProposalCard } from '../../parts/ProposalCard.tsx';
import { groupNames } from '../../state/labels.ts';
import type { EmployeeFile } from '../../state/useEmployees.ts';

type Decision = EmployeeFile['file']['decisions'][number];

interface Props {
  proposals: readonly Proposal[];
  decisions: readonly Decision[];
  isOwn: boolean;
}

/** The changes that an employee proposed: which are waiting, and how the last ones were decided. */
export function ProposalList({ proposals, decisions, isOwn }: Props) {
  return (
    <RecordSection
      label={isOwn ? 'Your changes' : 'Proposed changes'}
      aside={proposals.length > 0 && `${plural(proposals.length, 'change')} waiting`}
    >
      <div className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} />
        ))}
        {decisions.length > 0 && (
          <ul aria-label="Decided changes" className="flex flex-col gap-1.5 text-sm">
            {decisions.map((decision) => (
              <DecisionLine key={decision.id} decision={decision} />
            ))}
          </ul>
        )}
      </div>
    </RecordSection>
  );
}

const outcomes: Record<Decision['outcome'], { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

function DecisionLine({ decision }: { decision: Decision }) {
  const { group, outcome, reason, decidedBy, decidedAt } = decision;
  const { label, tone } = outcomes[outcome];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <Badge tone={tone}>{label}</Badge>
      <span className="text-text">{groupNames[group]}</span>
      <span className="text-xs text-muted">
        {`${decidedBy} · `}
        <time dateTime={decidedAt} title={exactTime(decidedAt)}>
          {relativeTime(new Date(decidedAt), new Date())}
        </time>
      </span>
      {reason && <span className="w-full wrap-anywhere text-text">{reason}</span>}
    </li>
  );
}
