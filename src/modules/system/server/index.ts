import type { Platform } from '../../../platform/server/platform.ts';
import * as announcementCalls from '../contract/announcements.ts';
import * as calls from '../contract/information.ts';
import { sendAnnouncement } from './announcements.ts';
import { addCacheRoutes } from './cache.ts';
import { addChatStoreRoutes, type ChatStore } from './chat-store.ts';
import { type Build, getSystemInformation } from './information.ts';
import { addLogRoutes } from './logs.ts';
import { addNetworkRoutes } from './network.ts';
import { addStorageRoutes } from './storage/routes.ts';

/**
 * System administration: what runs, its status, the log, the cache, the storage, and announcements to everyone
 * signed in. It only reports what is measured; an unknown value is shown as unknown, never made up.
 */
export function systemModule(platform: Platform, build: Build, chatStore: ChatStore): void {
  platform.routes.add(calls.getSystemInformation, () => getSystemInformation(platform, build));
  platform.routes.add(announcementCalls.sendAnnouncement, sendAnnouncement(platform));
  addLogRoutes(platform);
  addCacheRoutes(platform);
  addNetworkRoutes(platform);
  addStorageRoutes(platform);
  addChatStoreRoutes(platform, chatStore);
}
