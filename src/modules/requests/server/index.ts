import type { Platform } from '../../../platform/server/platform.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import { runRound } from './due/round.ts';
import { withdrawDeleted } from './due/withdraw.ts';
import { addRequestRoutes } from './routes.ts';
import type { RequestServices } from './services.ts';

/**
 * Requests in messages: who they are assigned to, and when they are due. The channel's row lock decides who
 * claimed first, so a request has one assignee. The module must never acknowledge a claim to two people, or
 * notify anyone who may not read the channel.
 */
export function requestsModule(platform: Platform, chat: ChatParts): void {
  const services: RequestServices = { platform, db: platform.db, chat };
  addRequestRoutes(services);
  // Only faster than the round, which also handles missed events.
  platform.bus.subscribe(messageDeleted, (payload) => {
    const { messageId } = payload as MessageDeleted;
    withdrawDeleted(services, messageId).catch((err) =>
      platform.log.warn(
        { err, messageId },
        'Failed to withdraw a deleted request; the round will retry',
      ),
    );
  });
  platform.jobs.schedule('requests.round', '* * * * *', () => runRound(services));
}
