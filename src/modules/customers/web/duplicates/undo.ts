import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { listCustomers } from '../../contract/finding.ts';
import { undoMerge } from '../../contract/merging.ts';
import { toastFailure } from '../labels.ts';

/** Takes a merge apart, and says so. */
export async function undo(client: QueryClient, mergeId: number): Promise<void> {
  try {
    const { restoredId } = await call(undoMerge, { params: { mergeId } });
    toast({ title: 'Taken apart', description: `Customer ${restoredId} is there again.` });
    await client.invalidateQueries({ queryKey: queryKeyFor(listCustomers) });
  } catch (error) {
    // Told to the person; there is nobody else to tell.
    toastFailure(error, 'Not taken apart');
  }
}
