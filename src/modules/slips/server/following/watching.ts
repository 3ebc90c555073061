import { AppError } from '../../../../platform/server/http/errors.ts';
import { watchSlip } from '../../contract.ts';
import { getSlip } from '../find.ts';
import type { SlipServices } from '../services.ts';

/** Lets those who follow a slip hear that it was opened, for as long as they look at it. */
export function letWatch(desk: SlipServices): void {
  const { realtime } = desk.platform;
  realtime.declareTopic('slip', async (actor, id) => {
    try {
      return (await getSlip(desk, actor, id)).isFollowed;
    } catch (error) {
      // They may no longer read the conversation, or the message is gone.
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  realtime.handle(watchSlip, async (connection, { slipId, watching }) => {
    const topic = `slip:${slipId}`;
    if (watching) await realtime.subscribe(connection, topic);
    else realtime.topics.unsubscribe(connection, topic);
  });
}
