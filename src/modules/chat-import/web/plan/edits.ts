import { call } from '../../../../platform/web/api/call.ts';
import { type ChatImport, planChatImport } from '../../contract.ts';

/** A person here, as far as the plan names one. */
export interface Somebody {
  id: number;
  name: string;
}

/** What was said otherwise than the server last had it. */
export interface Edits {
  people: ReadonlyMap<string, Somebody | null>;
  channels: ReadonlyMap<string, boolean>;
  withFiles: boolean;
}

/** Changes of one plan are sent one after the other. */
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

/** The import as it will stand once the edits are saved. */
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
