import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { listChatImports, runChatImport, stopChatImport, undoChatImport } from '../../contract.ts';
import { type Edits, planScope, savePlan } from '../plan/edits.ts';
import { queryOf } from '../useChatImport.ts';

const endpoints = { stop: stopChatImport, undo: undoChatImport };
type Action = { what: 'stop' | 'undo' } | { what: 'run'; plan: Edits | null };

/** Starts, stops or undoes a run. */
export function useImportActions(importId: number) {
  const client = useQueryClient();
  const { mutate, variables, error, isPending, isSuccess } = useMutation({
    // After pending saves: a run uses the plan shown when it was requested.
    scope: planScope(importId),
    // Each action carries its import: another may be open by the time it is sent.
    mutationFn: async ({ action, of }: { action: Action; of: number }) => {
      const params = { importId: of };
      if (action.what !== 'run') return call(endpoints[action.what], { params });
      if (action.plan) await savePlan(of, action.plan);
      return call(runChatImport, { params });
    },
    onSuccess: (found) => {
      client.setQueryData(queryOf(found.id).queryKey, found);
      // A dialog opened meanwhile shows the old list.
      void client.invalidateQueries({ queryKey: queryKeyFor(listChatImports), exact: true });
    },
    // Someone else may have done it meanwhile.
    onError: (_, { of }) => client.invalidateQueries({ queryKey: queryOf(of).queryKey }),
  });
  const latest = variables?.of === importId ? variables.action.what : undefined;
  return {
    start: (action: Action) => mutate({ action, of: importId }),
    error: latest && error,
    pending: isPending ? latest : undefined,
    /** A run stops after its current batch, not immediately. */
    isStopping: latest === 'stop' && (isPending || isSuccess),
  };
}
export type ImportActions = ReturnType<typeof useImportActions>;
