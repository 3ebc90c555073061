import type { Platform } from '../../../platform/server/platform.ts';
import { type DatastoreCheck, tryChatStore } from '../contract/chat-store.ts';

/** Knows where messages are kept; the room of the chat hands it in. */
export interface ChatStore {
  /** Writes, reads and deletes as this person; answers how it went, and leaves nothing. */
  try(userId: number): Promise<DatastoreCheck>;
}

export function addChatStoreRoutes({ routes, limits }: Platform, store: ChatStore): void {
  // Each one writes to the disk for nobody.
  const trials = limits('chat-store-trial', 20, 60);
  routes.add(tryChatStore, async ({ actor }) => {
    await trials.consume(String(actor.userId));
    return store.try(actor.userId);
  });
}
