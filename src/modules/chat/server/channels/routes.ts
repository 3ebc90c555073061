import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/channels.ts';
import { getChannel } from '../access/find.ts';
import type { ChatServices } from '../services.ts';
import { createChannel } from './createChannel.ts';
import { listOpenChannels } from './directory.ts';
import { describeChannel, listChannels } from './list.ts';
import { listMembers } from './members/list.ts';
import { addMembers, removeMember } from './members/membership.ts';
import { openGroup } from './openGroup.ts';
import { archiveChannel, updateChannel } from './updateChannel.ts';

export function addChannelRoutes(platform: Platform, services: ChatServices): void {
  const { db, routes } = platform;
  routes.add(contract.listChannels, ({ actor }) => listChannels(db, actor, services.fixed));
  routes.add(contract.listOpenChannels, ({ actor, query }) => listOpenChannels(db, actor, query));
  routes.add(contract.getChannel, async ({ actor, params }) =>
    describeChannel(db, actor, await getChannel(db, actor, params.channelId)),
  );
  routes.add(contract.listMembers, async ({ actor, params }) =>
    listMembers(db, await getChannel(db, actor, params.channelId)),
  );
  addWriting(platform, services);
}

function addWriting({ db, routes, limits }: Platform, services: ChatServices): void {
  // Each change affects many people's lists; no one does more by hand.
  const changes = limits('chat-channel-change', 120, 60);
  const memberChanges = limits('chat-member-change', 600, 60);
  const count = ({ userId }: Actor, limit = changes) => limit.consume(String(userId));

  routes.add(contract.createChannel, async ({ body, ...context }) => {
    await count(context.actor);
    return createChannel(services, context, body);
  });
  routes.add(contract.openGroup, async ({ actor, body }) => {
    await count(actor);
    return openGroup(services, actor, body.userIds);
  });
  routes.add(contract.updateChannel, async ({ params, body, ...context }) => {
    await count(context.actor);
    return updateChannel(services, context, params.channelId, body);
  });
  routes.add(contract.archiveChannel, async ({ params, body, ...context }) => {
    await count(context.actor);
    return archiveChannel(services, context, params.channelId, body.archived);
  });
  routes.add(contract.addMembers, async ({ params: { channelId }, body, ...context }) => {
    await count(context.actor, memberChanges);
    await addMembers(services, context, channelId, body.userIds);
    return describeChannel(db, context.actor, await getChannel(db, context.actor, channelId));
  });
  routes.add(contract.removeMember, async ({ params: { channelId, userId }, ...context }) => {
    await count(context.actor, memberChanges);
    await removeMember(services, context, channelId, userId);
    const left = userId === context.actor.userId;
    return { message: left ? 'You left the channel.' : 'Person removed from the channel.' };
  });
}
