import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { type ChatImport, getChatImport, listChatImports, workingStates } from '../contract.ts';
import { cancelUpload, useUpload } from './upload/upload.ts';

const againMs = 1_000;

const isAtWork = ({ state }: Pick<ChatImport, 'state'>) => workingStates.includes(state);

/** Query cache of an import. */
export const queryOf = (importId: number) =>
  queryOptionsFor(getChatImport, { params: { importId } });

/** The shown import: the selected one, else a just uploaded or active one. */
export function useChatImport() {
  const client = useQueryClient();
  const upload = useUpload();
  const [chosen, setChosen] = useState<number | 'none'>();
  const list = useQuery({
    ...queryOptionsFor(listChatImports),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.some(isAtWork) ? againMs : false),
  });
  const arrived = upload.phase === 'sent' ? upload.imported : undefined;
  const working = list.data?.find(isAtWork)?.id;
  const importId = arrived?.id ?? chosen ?? (upload.phase === 'none' ? working : undefined);
  const isChosen = typeof importId === 'number';
  const shown = useQuery({
    ...queryOf(isChosen ? importId : 0),
    enabled: isChosen,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? againMs : false),
  });
  // A finished import stays open.
  useEffect(() => {
    if (isChosen) setChosen(importId);
  }, [isChosen, importId]);
  useEffect(() => {
    if (!arrived) return;
    client.setQueryData<ChatImport>(queryOf(arrived.id).queryKey, arrived);
    cancelUpload();
  }, [arrived, client]);
  return {
    list,
    shown: isChosen ? shown : undefined,
    open: setChosen,
    /** Back to the refreshed list. */
    leave: () => {
      setChosen('none');
      void client.invalidateQueries({ queryKey: queryKeyFor(listChatImports), exact: true });
    },
  };
}
