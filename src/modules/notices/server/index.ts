import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { createProgress, showProgress } from './confirming/progress.ts';
import { followDeletions, goRound } from './due/round.ts';
import { letWatch } from './following/watching.ts';
import { addNoticeRoutes } from './routes.ts';
import type { NoticeServices } from './services.ts';

/**
 * What people must have read: a stop-sale, a recall. Who is asked is decided when it is posted and kept as
 * a proof, with when each of them confirmed. It must never count a confirmation it has not stored, tell
 * one fact twice, or show who has confirmed to anybody but those who follow the notice.
 */
export function noticesModule(platform: Platform, chat: ChatParts): void {
  const { db, jobs, log } = platform;
  const progress = createProgress((id) => showProgress(desk, id));
  const desk: NoticeServices = {
    platform,
    db,
    chat,
    noteProgress: ({ id }) =>
      progress(id, (err) => log.warn({ err, noticeId: id }, 'A notice does not show its progress')),
  };
  addNoticeRoutes(desk);
  letWatch(desk);
  followDeletions(desk);
  jobs.schedule('notices.round', '* * * * *', () => goRound(desk));
}
