import type { Platform } from '../../../platform/server/platform.ts';
import { checkDatastore, type DatastoreCheck } from '../contract/chat-store.ts';

/** Access to the message store; implemented by chat. */
export interface ChatStore {
  /** Writes, reads and deletes a message as this user; returns the result and leaves nothing behind. */
  checkDatastore(userId: number): Promise<DatastoreCheck>;
}

export function addChatStoreRoutes({ routes, limits }: Platform, store: ChatStore): void {
  // Each check writes to the disk.
  const checkLimit = limits('chat-store-check', 20, 60);
  routes.add(checkDatastore, async ({ actor }) => {
    await checkLimit.consume(String(actor.userId));
    return store.checkDatastore(actor.userId);
  });
}
