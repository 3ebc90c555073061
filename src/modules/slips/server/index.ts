import type { Platform } from '../../../platform/server/platform.ts';
import { declareWatchedTopic } from '../../../platform/server/realtime/watched.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import * as contract from '../contract.ts';
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
  declareWatchedTopic(services.platform.realtime, {
    family: 'slip',
    event: contract.watchSlip,
    read: ({ slipId, watching }) => ({ id: slipId, watching }),
    canSee: async (actor, id) => (await getSlip(services, actor, id)).isFollowed,
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
