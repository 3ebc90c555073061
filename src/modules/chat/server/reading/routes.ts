import type { Platform } from '../../../../platform/server/platform.ts';
import * as personal from '../../contract/personal.ts';
import * as contract from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import type { ChatServices } from '../services.ts';
import { createChangeReader } from './changes.ts';
import { filterMessages } from './filter.ts';
import { createHistoryReader } from './history.ts';

export function addReadingRoutes({ routes }: Platform, services: ChatServices): void {
  const { db, fixed } = services;
  const history = createHistoryReader(db);
  const changes = createChangeReader(db, fixed);
  routes.add(contract.listGeneralMessages, async ({ actor, query }) => {
    const channel = await getChannel(db, actor, 'general');
    return history.read(actor.userId, channel, query);
  });
  routes.add(contract.listMessages, async ({ actor, params, query }) => {
    const channel = await getChannel(db, actor, params.channelId);
    return history.read(actor.userId, channel, query);
  });
  routes.add(personal.filterMessages, async ({ actor, params, query }) => {
    const channel = await getChannel(db, actor, params.channelId);
    return filterMessages(db, { channel, userId: actor.userId }, query);
  });
  routes.add(contract.listChanges, async ({ actor, params, query: { since } }) => {
    const { id } = await getChannel(db, actor, params.channelId);
    const [found] = await changes.read(actor.userId, [{ id, since }]);
    const none = { channelId: id, lastSeq: 0, lastRev: 0, messages: [] };
    return found ?? { ...none, reset: since > 0 };
  });
  routes.add(contract.syncChannels, async ({ actor, body }) => {
    const { channels: revisions, onlyKnown = false } = body;
    return { channels: await changes.sync(actor, { revisions, onlyKnown }) };
  });
}
