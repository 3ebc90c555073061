import type { Platform } from '../../../platform/server/platform.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import { letWatch } from './following/watching.ts';
import { destroyOfMessage, destroyOver } from './life/destroy.ts';
import { addSlipRoutes } from './routes.ts';
import type { SlipServices } from './services.ts';

/**
 * What must not stand in a message: read by opening it, for a time, with a record of who did. It must never
 * let the content out of here by another way, show it before the opening is recorded, or keep it once
 * nobody may open it any more.
 */
export function slipsModule(platform: Platform, chat: ChatParts): void {
  const { db, jobs, bus, log, limits } = platform;
  const desk: SlipServices = { platform, db, chat, openings: limits('slip-open', 30, 60) };
  addSlipRoutes(desk);
  letWatch(desk);
  jobs.schedule('slips.destroy', '* * * * *', () => destroyOver(db));
  bus.subscribe(messageDeleted, (deleted) => {
    // A hint only: the job does the same within a minute, and a deleted message's slip opens for nobody.
    destroyOfMessage(db, (deleted as MessageDeleted).messageId).catch((err) =>
      log.warn({ err }, 'The slip of a deleted message waits to be destroyed'),
    );
  });
}
