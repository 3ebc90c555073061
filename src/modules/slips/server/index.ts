import type { Platform } from '../../../platform/server/platform.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import { handleSlipWatching } from './following/watching.ts';
import { destroyExpired, destroyOfMessage } from './life/destroy.ts';
import { addSlipRoutes } from './routes.ts';
import type { SlipServices } from './services.ts';

/**
 * Protected slips: customer data that must not be in a message. It is read by opening the slip, until it
 * expires, and each opening is recorded. The module must never return the content in any other way, show
 * it before the opening is recorded, or keep it once no one may open it.
 */
export function slipsModule(platform: Platform, chat: ChatParts): void {
  const { db, jobs, bus, log, limits } = platform;
  const services: SlipServices = { platform, db, chat, openings: limits('slip-open', 30, 60) };
  addSlipRoutes(services);
  handleSlipWatching(services);
  jobs.schedule('slips.destroy', '* * * * *', () => destroyExpired(db));
  bus.subscribe(messageDeleted, (deleted) => {
    // Only a hint: the job does the same within a minute, and the slip of a deleted message cannot be opened.
    destroyOfMessage(db, (deleted as MessageDeleted).messageId).catch((err) =>
      log.warn({ err }, 'Failed to destroy the slip of a deleted message; the job will retry'),
    );
  });
}
