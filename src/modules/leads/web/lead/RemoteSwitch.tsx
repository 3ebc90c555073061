import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { getLead, setRemote } from '../../contract.ts';
import { queries } from '../state/useLeads.ts';

/** Whether the buyer never came to the store. */
export function RemoteSwitch({ lead }: { lead: LeadPage }) {
  const params = { leadId: lead.id };
  const { mutate, isPending } = useRecordChange({
    save: (isRemote: boolean) =>
      call(setRemote, { params, body: { version: lead.version, isRemote } }),
    recordKey: queryKeyFor(getLead, { params }),
    queries,
    failure: 'Couldn’t save changes',
  });
  return (
    <Checkbox
      label="Sold remotely"
      hint="Doesn’t count as showed without a visit."
      checked={lead.isRemote}
      onCheckedChange={(isRemote) => !isPending && mutate(isRemote)}
    />
  );
}
