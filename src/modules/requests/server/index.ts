import type { Platform } from '../../../platform/server/platform.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import { goRound } from './due/round.ts';
import { withdrawDeleted } from './due/withdraw.ts';
import { addRequestRoutes } from './routes.ts';
import type { RequestServices } from './services.ts';

/**
 * What people ask of each other by a message: who has it, and by when. The channel's row lock decides who
 * was first, so a request has one owner. It must never let two people believe they have it, or tell of it
 * to somebody who may not read its channel.
 */
export function requestsModule(platform: Platform, chat: ChatParts): void {
  const desk: RequestServices = { platform, db: platform.db, chat };
  addRequestRoutes(desk);
  // Sooner than the round, which finds what is missed here.
  platform.bus.subscribe(messageDeleted, (payload) => {
    const { messageId } = payload as MessageDeleted;
    withdrawDeleted(desk, messageId).catch((err) =>
      platform.log.warn({ err, messageId }, 'A deleted request was not taken back yet'),
    );
  });
  platform.jobs.schedule('requests.round', '* * * * *', () => goRound(desk));
}
