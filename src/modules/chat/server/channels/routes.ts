import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/channels.ts';
import type { ChatServices } from '../services.ts';
import { listOpenChannels } from './directory.ts';
import { getChannel } from './find.ts';
import { describeChannel, listChannels } from './list.ts';
import { listMembers } from './members/list.ts';
import { addMembers, removeMember } from './members/membership.ts';
import { archiveChannel, updateChannel } from './writing/change.ts';
import { createChannel } from './writing/create.ts';
import { openGroup } from './writing/group.ts';

export function addChannelRoutes(platform: Platform, desk: ChatServices): void {
  const { db, routes } = platform;
  routes.add(contract.listChannels, ({ actor }) => listChannels(db, actor, desk.fixed));
  routes.add(contract.listOpenChannels, ({ actor, query }) => listOpenChannels(db, actor, query));
  routes.add(contract.getChannel, async ({ actor, params }) =>
    describeChannel(db, actor, await getChannel(db, actor, params.channelId)),
  );
  routes.add(contract.listMembers, async ({ actor, params }) =>
    listMembers(db, await getChannel(db, actor, params.channelId)),
  );
  addWriting(platform, desk);
}

function addWriting({ db, routes, limits }: Platform, desk: ChatServices): void {
  // Each of them changes what many people have listed; nobody does more by hand.
  const changes = limits('chat-channel-change', 120, 60);
  const comings = limits('chat-member-change', 600, 60);
  const count = ({ userId }: Actor, limit = changes) => limit.consume(String(userId));

  routes.add(contract.createChannel, async ({ body, ...asking }) => {
    await count(asking.actor);
    return createChannel(desk, asking, body);
  });
  routes.add(contract.openGroup, async ({ actor, body }) => {
    await count(actor);
    return openGroup(desk, actor, body.userIds);
  });
  routes.add(contract.updateChannel, async ({ params, body, ...asking }) => {
    await count(asking.actor);
    return updateChannel(desk, asking, params.channelId, body);
  });
  routes.add(contract.archiveChannel, async ({ params, body, ...asking }) => {
    await count(asking.actor);
    return archiveChannel(desk, asking, params.channelId, body.archived);
  });
  routes.add(contract.addMembers, async ({ params: { channelId }, body, ...asking }) => {
    await count(asking.actor, comings);
    await addMembers(desk, asking, channelId, body.userIds);
    return describeChannel(db, asking.actor, await getChannel(db, asking.actor, channelId));
  });
  routes.add(contract.removeMember, async ({ params: { channelId, userId }, ...asking }) => {
    await count(asking.actor, comings);
    await removeMember(desk, asking, channelId, userId);
    const left = userId === asking.actor.userId;
    return { message: left ? 'You left the channel.' : 'They are no longer in the channel.' };
  });
}
