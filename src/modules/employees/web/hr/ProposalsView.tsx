import { FilePen } from 'lucide-react';
import { Link } from 'wouter';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { countProposals, listProposals } from '../../contract.ts';
import { EmployeeAvatar } from '../parts/EmployeeAvatar.tsx';
import { ProposalCard } from '../parts/ProposalCard.tsx';
import { employeeHref } from '../state/labels.ts';

/** The changes that employees propose to their own files. */
export default function ProposalsView() {
  const pages = useRecordList({
    list: listProposals,
    count: countProposals,
    filters: {} as never,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  return (
    <RecordList
      pages={pages}
      one="change"
      many="changes to approve"
      icon={FilePen}
      texts={{
        none: {
          title: 'No changes to approve',
          description:
            'Changes that employees suggest to their own files appear here until someone decides.',
        },
      }}
      loading={<Skeleton className="h-48" />}
    >
      {(proposals) => (
        <ul className="flex max-w-4xl flex-col gap-4">
          {proposals.map((proposal) => (
            <li key={proposal.id}>
              <ProposalCard
                proposal={proposal}
                who={
                  <>
                    <EmployeeAvatar
                      userId={proposal.employee.id}
                      name={proposal.employee.name}
                      size="sm"
                    />
                    <Link
                      href={employeeHref(proposal.employee.id)}
                      className="font-medium text-text underline"
                    >
                      {proposal.employee.name}
                    </Link>
                    <span aria-hidden="true" className="text-muted">
                      ·
                    </span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </RecordList>
  );
}
