import { ChevronDown } from 'lucide-react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { problemAt } from '../../../../platform/contract/staff.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { assignLead, getLead } from '../../contract.ts';
import { queries, useChoices } from '../state/useLeads.ts';

interface Props {
  lead: LeadPage;
  me: number;
}

/** The assignee; anyone can claim an unassigned lead, managers can assign it. */
export function AssigneeLine({ lead, me }: Props) {
  const params = { leadId: lead.id };
  const { mutate, isPending } = useRecordChange({
    save: (assigneeId: number | null) =>
      call(assignLead, { params, body: { version: lead.version, assigneeId } }),
    recordKey: queryKeyFor(getLead, { params }),
    queries,
    failure: 'Couldn’t assign lead',
  });
  const { assignee, may } = lead;
  const { staff } = useChoices();
  const problem = problemAt(
    staff.find(({ id }) => id === assignee?.id),
    lead.store,
  );
  const canClaim = may.edit && assignee?.id !== me && (assignee === null || may.assign);
  return (
    <section aria-label="Assigned to" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex min-w-0 flex-1 items-center gap-2 text-base text-text">
        {assignee && <Avatar name={assignee.name} size="sm" />}
        <span className="truncate">{assignee?.name ?? 'Unassigned'}</span>
      </span>
      {canClaim && (
        <Button size="sm" pending={isPending} onClick={() => mutate(me)}>
          Claim
        </Button>
      )}
      {may.assign && <AssignMenu lead={lead} pending={isPending} onAssign={mutate} />}
      {may.edit && assignee && problem && (
        <Notice tone="warning" className="w-full">
          {`${assignee.name} may not sell at ${storeNames[lead.store]} today: ${problem.reason}.`}
        </Notice>
      )}
    </section>
  );
}

interface AssignMenuProps {
  lead: LeadPage;
  pending: boolean;
  onAssign: (assigneeId: number | null) => void;
}

function AssignMenu({ lead, pending, onAssign }: AssignMenuProps) {
  const choices = useChoices();
  const staff = choices.staff.filter(
    ({ id, stores }) => stores.includes(lead.store) && id !== lead.assignee?.id,
  );
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" pending={pending}>
          Assign to
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="max-h-80">
        {staff.map((one) => {
          const problem = problemAt(one, lead.store);
          return (
            <MenuItem key={one.id} disabled={problem?.isRefused} onSelect={() => onAssign(one.id)}>
              <span className="min-w-0">
                {one.name}
                {problem && <span className="block text-xs text-muted">{problem.reason}</span>}
              </span>
            </MenuItem>
          );
        })}
        {lead.assignee && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => onAssign(null)}>Unassigned</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}
