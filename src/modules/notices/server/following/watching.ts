import { AppError } from '../../../../platform/server/http/errors.ts';
import { watchNotice } from '../../contract.ts';
import { getFollowed } from '../find.ts';
import type { NoticeServices } from '../services.ts';

/** Sends the progress of a notice to those who may follow it, while it is on their screen. */
export function handleNoticeWatching(services: NoticeServices): void {
  const { realtime } = services.platform;
  realtime.declareTopic('notice', async (actor, id) => {
    try {
      await getFollowed(services, actor, id);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  realtime.handle(watchNotice, async (connection, { noticeId, watching }) => {
    const topic = `notice:${noticeId}`;
    if (watching) await realtime.subscribe(connection, topic);
    else realtime.topics.unsubscribe(connection, topic);
  });
}
