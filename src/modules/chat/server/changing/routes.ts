import { forbidden } from '../../../../platform/server/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/changes.ts';
import { getChannel } from '../access/find.ts';
import { withOwn } from '../messages/own.ts';
import { getRow, toMessage } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { deleteMessage } from './delete.ts';
import { editMessage, listEdits } from './edit.ts';
import { forwardMessage } from './forward.ts';
import { listPins, pinMessage } from './pins.ts';
import { closePoll, createPoll, listVoters, votePoll } from './polls.ts';
import { listReactors, reactToMessage } from './reactions.ts';
import { listReaders } from './readers.ts';

export function addChangingRoutes(platform: Platform, services: ChatServices): void {
  const { routes } = platform;
  routes.add(contract.getMessage, async ({ actor, params }) => {
    const { id } = await getChannel(services.db, actor, params.channelId);
    const message = toMessage(await getRow(services.db, id, params.messageId));
    const [mine = message] = await withOwn(services.db, actor.userId, [message]);
    return mine;
  });
  routes.add(contract.editMessage, ({ actor, params, body, ip }) =>
    editMessage(services, actor, { ...params, ...body, ip }),
  );
  routes.add(contract.listEdits, ({ actor, params }) => listEdits(services, actor, params));
  routes.add(contract.deleteMessage, ({ actor, params, ip }) =>
    deleteMessage(services, actor, { ...params, ip }),
  );
  routes.add(contract.pinMessage, ({ actor, params, body }) =>
    pinMessage(services, actor, { ...params, ...body }),
  );
  routes.add(contract.listPins, ({ actor, params }) => listPins(services, actor, params.channelId));
  routes.add(contract.listReaders, ({ actor, params }) => listReaders(services, actor, params));
  routes.add(contract.forwardMessage, ({ actor, params, body, ip }) =>
    forwardMessage(services, actor, { ...params, ...body, ip }),
  );
  addReactions(platform, services);
  addPolls(platform, services);
}

function addReactions({ routes, realtime }: Platform, services: ChatServices): void {
  routes.add(contract.reactToMessage, ({ actor, params, body }) =>
    reactToMessage(services, actor, { ...params, ...body }),
  );
  routes.add(contract.listReactors, ({ actor, params, query }) =>
    listReactors(services, actor, { ...params, ...query }),
  );
  realtime.handle(contract.reactionFrame, async ({ actor }, { userId, ...reaction }) => {
    if (userId !== undefined && userId !== actor.userId) {
      throw forbidden('You can only react as yourself.');
    }
    await reactToMessage(services, actor, reaction);
  });
}

function addPolls({ routes }: Platform, services: ChatServices): void {
  routes.add(contract.createPoll, ({ actor, params, body, ip }) =>
    createPoll(services, actor, { ...params, ...body, ip }),
  );
  routes.add(contract.votePoll, ({ actor, params, body }) =>
    votePoll(services, actor, { ...params, ...body }),
  );
  routes.add(contract.listVoters, ({ actor, params, query }) =>
    listVoters(services, actor, { ...params, ...query }),
  );
  routes.add(contract.closePoll, ({ actor, params }) => closePoll(services, actor, params));
}
