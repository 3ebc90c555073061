import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { listCustomers } from '../../contract/finding.ts';
import { undoMerge } from '../../contract/merging.ts';

/** Undoes a merge and toasts the result. */
export async function unmerge(client: QueryClient, mergeId: number): Promise<void> {
  try {
    const { restoredId } = await call(undoMerge, { params: { mergeId } });
    toast({ title: 'Unmerged', description: `Customer ${restoredId} was restored.` });
    await client.invalidateQueries({ queryKey: queryKeyFor(listCustomers) });
  } catch (error) {
    // The caller has nothing left to do.
    toastFailure(error, 'Couldn’t unmerge');
  }
}
