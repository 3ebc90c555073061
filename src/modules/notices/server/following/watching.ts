import { AppError } from '../../../../platform/server/http/errors.ts';
import { watchNotice } from '../../contract.ts';
import { getFollowed } from '../find.ts';
import type { NoticeServices } from '../services.ts';

/** Lets those who follow a notice hear how it progresses, for as long as they look. */
export function letWatch(desk: NoticeServices): void {
  const { realtime } = desk.platform;
  realtime.declareTopic('notice', async (actor, id) => {
    try {
      await getFollowed(desk, actor, id);
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
