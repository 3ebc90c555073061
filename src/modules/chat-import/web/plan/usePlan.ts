import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatImport } from '../../contract.ts';
import { queryOf } from '../useChatImport.ts';
import { type Edits, edited, type MatchedUser, planScope, savePlan } from './edits.ts';

/** The plan of an import; edits are shown at once and saved immediately. */
export function usePlan(file: ChatImport | undefined) {
  const client = useQueryClient();
  const importId = file?.id ?? 0;
  const [pending, setPending] = useState<PendingEdits>();
  const edits = pending?.importId === importId ? pending.edits : null;
  const { mutate, error, variables } = useMutation({
    scope: planScope(importId),
    // Each change carries its import: another may be open by the time it is sent.
    mutationFn: (next: PendingEdits) => savePlan(next.importId, next.edits),
    onSuccess: (found) => client.setQueryData(queryOf(found.id).queryKey, found),
    onError: async (_, next) => {
      await client.invalidateQueries({ queryKey: queryOf(next.importId).queryKey });
      setPending((now) => (now?.importId === next.importId ? undefined : now));
    },
  });
  const change = ({ people = [], channels = [], withFiles }: Change) => {
    const next = {
      importId,
      edits: {
        people: new Map([...(edits?.people ?? []), ...people]),
        channels: new Map([...(edits?.channels ?? []), ...channels]),
        withFiles: withFiles ?? edits?.withFiles ?? file?.withFiles ?? false,
      },
    };
    setPending(next);
    mutate(next);
  };
  return {
    /** The import once everything is saved. */
    seen: file && edited(file, edits),
    edits,
    error: variables?.importId === importId ? error : null,
    match: (sourceId: string, who: MatchedUser | null) => change({ people: [[sourceId, who]] }),
    choose: (sourceIds: readonly string[], chosen: boolean) =>
      change({ channels: sourceIds.map((id) => [id, chosen]) }),
    importFiles: (withFiles: boolean) => change({ withFiles }),
  };
}
export type Plan = ReturnType<typeof usePlan>;

interface PendingEdits {
  importId: number;
  edits: Edits;
}

interface Change {
  people?: [string, MatchedUser | null][];
  channels?: [string, boolean][];
  withFiles?: boolean;
}
