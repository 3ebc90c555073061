import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract/information.ts';
import { addCacheRoutes } from './cache.ts';
import { addChatStoreRoutes, type ChatStore } from './chat-store.ts';
import { type Build, getSystemInformation } from './information.ts';
import { addLogRoutes } from './logs.ts';
import { addNetworkRoutes } from './network.ts';
import { addStorageRoutes } from './storage/routes.ts';

/**
 * What administrators ask of the machine: what runs, how it is, what it logged, what it remembers, where it
 * keeps files. It only shows what is; where something is not known it says so, and never makes up a figure.
 */
export function systemModule(platform: Platform, build: Build, chatStore: ChatStore): void {
  platform.routes.add(calls.getSystemInformation, () => getSystemInformation(platform, build));
  addLogRoutes(platform);
  addCacheRoutes(platform);
  addNetworkRoutes(platform);
  addStorageRoutes(platform);
  addChatStoreRoutes(platform, chatStore);
}
