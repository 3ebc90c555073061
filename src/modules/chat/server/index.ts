import type { Platform } from '../../../platform/server/platform.ts';
import type { Records } from '../../records/server/public.ts';
import { addAttachmentRoutes } from './attachments/routes.ts';
import type { ShiftSource } from './audience/here.ts';
import { addChangingRoutes } from './changing/routes.ts';
import { createFixedChannels } from './channels/fixed.ts';
import { followChannels } from './channels/members/follow.ts';
import { addChannelRoutes } from './channels/routes.ts';
import { addGuardRoutes } from './guard/rules.ts';
import { type ChatParts, createParts } from './parts/parts.ts';
import { addPersonalRoutes } from './personal/routes.ts';
import { addPostingRoutes } from './posting/routes.ts';
import { createChatServices } from './posting/services.ts';
import { addReadingRoutes } from './reading/routes.ts';
import { addRecords } from './records/routes.ts';
import { addSearching } from './searching/routes.ts';
import { addSettingsRoutes } from './settings/routes.ts';
import { addNotifying } from './telling/tell.ts';
import { addThreadRoutes } from './threads/routes.ts';

/**
 * What the people of the group tell each other. The database is the truth and the socket a fast hint:
 * whoever missed a frame finds everything by the channel's revision. It must never lose what it has
 * acknowledged, store one send twice, or show a direct channel to anybody but its two people. Answers how
 * other rooms take part in it.
 */
export function chatModule(platform: Platform, records: Records, shifts?: ShiftSource): ChatParts {
  const fixed = createFixedChannels(platform.db);
  const desk = createChatServices(platform, fixed, shifts);
  followChannels(platform, fixed);
  addChannelRoutes(platform, desk);
  addChangingRoutes(platform, desk);
  addPostingRoutes(platform, desk);
  addReadingRoutes(platform, desk);
  addThreadRoutes(platform, desk);
  addPersonalRoutes(platform, desk);
  addAttachmentRoutes(platform, desk);
  addSearching(platform, desk);
  addRecords(platform, desk, records);
  addGuardRoutes(platform);
  addSettingsRoutes(platform, desk);
  addNotifying(platform, shifts);
  return createParts(desk);
}
