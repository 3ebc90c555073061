import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { listChatImports, runChatImport, stopChatImport, undoChatImport } from '../../contract.ts';
import { type Edits, planScope, savePlan } from '../plan/edits.ts';
import { queryOf } from '../useChatImport.ts';

const acts = { stop: stopChatImport, undo: undoChatImport };
type Act = { what: 'stop' | 'undo' } | { what: 'run'; plan: Edits | null };

/** Starts, ends or takes back a run. */
export function useActs(importId: number) {
  const client = useQueryClient();
  const { mutate, variables, error, isPending, isSuccess } = useMutation({
    // Behind what is still being saved: what is run is what was seen when it was asked for.
    scope: planScope(importId),
    // Which import is said with each act: another may be on screen when its turn comes.
    mutationFn: async ({ act, of }: { act: Act; of: number }) => {
      const params = { importId: of };
      if (act.what !== 'run') return call(acts[act.what], { params });
      if (act.plan) await savePlan(of, act.plan);
      return call(runChatImport, { params });
    },
    onSuccess: (found) => {
      client.setQueryData(queryOf(found.id).queryKey, found);
      // A dialog opened meanwhile shows the list as it was before.
      void client.invalidateQueries({ queryKey: queryKeyFor(listChatImports), exact: true });
    },
    // Somebody else may have done it meanwhile.
    onError: (_, { of }) => client.invalidateQueries({ queryKey: queryOf(of).queryKey }),
  });
  const asked = variables?.of === importId ? variables.act.what : undefined;
  return {
    act: (act: Act) => mutate({ act, of: importId }),
    error: asked && error,
    pending: isPending ? asked : undefined,
    /** A run ends after what it is just writing, not at once. */
    isStopping: asked === 'stop' && (isPending || isSuccess),
  };
}
export type Acts = ReturnType<typeof useActs>;
