import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { createProgressScheduler, updateProgress } from './confirming/progress.ts';
import { followDeletions, runRound } from './due/round.ts';
import { handleNoticeWatching } from './following/watching.ts';
import { addNoticeRoutes } from './routes.ts';
import type { NoticeServices } from './services.ts';

/**
 * Notices that people must confirm: a stop-sale, a recall. The recipients are decided when it is posted and
 * kept as proof, with the time each of them confirmed. The module must never count a confirmation it has
 * not stored, notify twice of one fact, or show who has confirmed to anyone who may not follow the notice.
 */
export function noticesModule(platform: Platform, chat: ChatParts): void {
  const { db, jobs, log } = platform;
  const schedule = createProgressScheduler((id) => updateProgress(services, id));
  const services: NoticeServices = {
    platform,
    db,
    chat,
    scheduleProgress: ({ id }) =>
      schedule(id, (err) =>
        log.warn({ err, noticeId: id }, 'Failed to update the progress of a notice'),
      ),
  };
  addNoticeRoutes(services);
  handleNoticeWatching(services);
  followDeletions(services);
  jobs.schedule('notices.round', '* * * * *', () => runRound(services));
}
