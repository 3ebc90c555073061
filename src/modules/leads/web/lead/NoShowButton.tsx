import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { getLead, markNoShow } from '../../contract.ts';
import { queries } from '../state/useLeads.ts';

/** Marks the appointment as missed, here and in the customer record. */
export function NoShowButton({ lead }: { lead: LeadPage }) {
  const params = { leadId: lead.id };
  const { mutate, isPending } = useRecordChange({
    save: (version: number) => call(markNoShow, { params, body: { version } }),
    recordKey: queryKeyFor(getLead, { params }),
    queries,
    failure: 'Couldn’t mark the no-show',
  });
  return (
    <Button size="sm" pending={isPending} onClick={() => !isPending && mutate(lead.version)}>
      No-show
    </Button>
  );
}
