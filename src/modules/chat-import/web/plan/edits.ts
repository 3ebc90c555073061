import { call } from '../../../../platform/web/api/call.ts';
import { type ChatImport, planChatImport } from '../../contract.ts';

/** The matched person, if the plan names one. */
export interface MatchedUser {
  id: number;
  name: string;
}

/** Changes the server does not have yet. */
export interface Edits {
  people: ReadonlyMap<string, MatchedUser | null>;
  channels: ReadonlyMap<string, boolean>;
  withFiles: boolean;
}

/** Changes of one plan are sent one at a time. */
export const planScope = (importId: number) => ({ id: `chat-import-${importId}` });

export const savePlan = (importId: number, { people, channels, withFiles }: Edits) =>
  call(planChatImport, {
    params: { importId },
    body: {
      people: [...people].map(([sourceId, who]) => ({ sourceId, userId: who?.id ?? null })),
      channels: [...channels].map(([sourceId, chosen]) => ({ sourceId, chosen })),
      withFiles,
    },
  });

/** The import with the unsaved edits applied. */
export function edited(file: ChatImport, edits: Edits | null): ChatImport {
  if (!edits) return file;
  const { people, channels, withFiles } = edits;
  return {
    ...file,
    withFiles,
    people: file.people.map((one) => {
      const who = people.get(one.sourceId);
      if (who === undefined) return one;
      return {
        ...one,
        userId: who?.id ?? null,
        userName: who?.name ?? null,
        matchedBy: who && 'hand',
      };
    }),
    channels: file.channels.map((one) => ({
      ...one,
      chosen: channels.get(one.sourceId) ?? one.chosen,
    })),
  };
}
