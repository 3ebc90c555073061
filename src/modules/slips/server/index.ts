import { AppError } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import * as contract from '../contract.ts';
import { watchSlip } from '../contract.ts';
import { getSlip } from './find.ts';
import { getSlipState } from './following/state.ts';
import { createSlip } from './life/create.ts';
import { destroyExpired, destroyOfMessage } from './life/destroy.ts';
import { openSlip } from './life/open.ts';
import { revokeSlip } from './life/revoke.ts';
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

/** Sends the openings of a slip to those who may see them, while it is on their screen. */
function handleSlipWatching(services: SlipServices): void {
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

function addSlipRoutes(services: SlipServices): void {
  const { routes } = services.platform;
  routes.add(contract.createSlip, ({ actor, body, ip }) =>
    createSlip(services, actor, { ...body, ip }),
  );
  routes.add(contract.getSlipState, async ({ actor, params }) =>
    getSlipState(services, actor, await getSlip(services, actor, params.slipId)),
  );
  routes.add(contract.openSlip, async ({ actor, params, ip }) => ({
    content: await openSlip(services, actor, { ...params, ip }),
  }));
  routes.add(contract.revokeSlip, async ({ actor, params, ip }) => {
    await revokeSlip(services, actor, { ...params, ip });
    return { message: 'Slip revoked' };
  });
}
