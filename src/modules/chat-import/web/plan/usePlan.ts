import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatImport } from '../../contract.ts';
import { queryOf } from '../useChatImport.ts';
import { type Edits, edited, planScope, type Somebody, savePlan } from './edits.ts';

/** What is said about an import before it is run; shown at once, saved as it is said. */
export function usePlan(file: ChatImport | undefined) {
  const client = useQueryClient();
  const importId = file?.id ?? 0;
  const [kept, setKept] = useState<Kept>();
  const edits = kept?.importId === importId ? kept.edits : null;
  const { mutate, error, variables } = useMutation({
    scope: planScope(importId),
    // Which import is said with each change: another may be on screen when its turn comes.
    mutationFn: (next: Kept) => savePlan(next.importId, next.edits),
    onSuccess: (found) => client.setQueryData(queryOf(found.id).queryKey, found),
    onError: async (_, next) => {
      await client.invalidateQueries({ queryKey: queryOf(next.importId).queryKey });
      setKept((now) => (now?.importId === next.importId ? undefined : now));
    },
  });
  const say = ({ people = [], channels = [], withFiles }: Change) => {
    const next = {
      importId,
      edits: {
        people: new Map([...(edits?.people ?? []), ...people]),
        channels: new Map([...(edits?.channels ?? []), ...channels]),
        withFiles: withFiles ?? edits?.withFiles ?? file?.withFiles ?? false,
      },
    };
    setKept(next);
    mutate(next);
  };
  return {
    /** The import as it stands once everything is saved. */
    seen: file && edited(file, edits),
    edits,
    error: variables?.importId === importId ? error : null,
    match: (sourceId: string, who: Somebody | null) => say({ people: [[sourceId, who]] }),
    choose: (sourceIds: readonly string[], chosen: boolean) =>
      say({ channels: sourceIds.map((id) => [id, chosen]) }),
    bringFiles: (withFiles: boolean) => say({ withFiles }),
  };
}
export type Plan = ReturnType<typeof usePlan>;

interface Kept {
  importId: number;
  edits: Edits;
}

interface Change {
  people?: [string, Somebody | null][];
  channels?: [string, boolean][];
  withFiles?: boolean;
}
