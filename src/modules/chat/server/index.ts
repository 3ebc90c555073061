import type { Platform } from '../../../platform/server/platform.ts';
import type { Records } from '../../records/server/public.ts';
import { createFixedChannels } from './access/find.ts';
import { addChangingRoutes } from './changing/routes.ts';
import { followChannels } from './channels/members/follow.ts';
import { addChannelRoutes } from './channels/routes.ts';
import type { ShiftSource } from './mentions/resolve.ts';
import { type ChatParts, createParts } from './parts.ts';
import { addPersonalRoutes } from './personal/routes.ts';
import { addPostingRoutes } from './posting/postMessage.ts';
import { addReadingRoutes } from './reading/routes.ts';
import { addReadStateRoutes } from './readState/pointers.ts';
import { addRecords } from './records/routes.ts';
import { createChatServices } from './services.ts';
import { addThreadRoutes } from './threads/routes.ts';

/**
 * Team chat. The database is the source of truth and the socket a fast hint: clients that miss an event
 * catch up by the channel's revision. It must never lose an acknowledged message, store a send twice, or
 * show a direct channel to anyone but its two people. Returns the extension points for other modules.
 */
export function chatModule(platform: Platform, records: Records, shifts?: ShiftSource): ChatParts {
  const fixed = createFixedChannels(platform.db);
  const services = createChatServices(platform, fixed, shifts);
  followChannels(platform, fixed);
  addChannelRoutes(platform, services);
  addChangingRoutes(platform, services);
  addPostingRoutes(platform, services);
  addReadingRoutes(platform, services);
  addThreadRoutes(platform, services);
  addReadStateRoutes(platform, services);
  addPersonalRoutes(platform, services);
  addRecords(platform, services, records);
  return createParts(services);
}
