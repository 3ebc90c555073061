import { AppError } from '../../../../platform/server/http/errors.ts';
import { watchSlip } from '../../contract.ts';
import { getSlip } from '../find.ts';
import type { SlipServices } from '../services.ts';

/** Sends the openings of a slip to those who may see them, while it is on their screen. */
export function handleSlipWatching(services: SlipServices): void {
  const { realtime } = services.platform;
  realtime.declareTopic('slip', async (actor, id) => {
    try {
      return (await getSlip(services, actor, id)).isFollowed;
    } catch (error) {
      // They may no longer read the conversation, or the message was deleted.
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
