import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { type ChatImport, getChatImport, listChatImports, workingStates } from '../contract.ts';
import { cancelUpload, useUpload } from './upload/upload.ts';

const againMs = 1_000;

const isAtWork = ({ state }: Pick<ChatImport, 'state'>) => workingStates.includes(state);

/** Where an import is kept for the page, and asked for. */
export const queryOf = (importId: number) =>
  queryOptionsFor(getChatImport, { params: { importId } });

/** The import that is shown: the one chosen, else the one that has just arrived or is being worked on. */
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
  // What was being worked on stays in sight when it is done.
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
    /** Back to the list of them, as it stands now. */
    leave: () => {
      setChosen('none');
      void client.invalidateQueries({ queryKey: queryKeyFor(listChatImports), exact: true });
    },
  };
}
