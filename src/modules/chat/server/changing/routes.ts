import { forbidden } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/changes.ts';
import { getChannel } from '../channels/find.ts';
import { withOwn } from '../reading/own.ts';
import { toMessage } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import { getRow } from '../writing/messages.ts';
import { deleteMessage } from './delete.ts';
import { editMessage, listEdits } from './edit.ts';
import { forwardMessage } from './forward.ts';
import { listPins, pinMessage } from './pins.ts';
import { closePoll, createPoll, votePoll } from './polls.ts';
import { reactToMessage } from './reacting/reactions.ts';
import { listReactors } from './reacting/reactors.ts';
import { listReaders } from './readers.ts';
import { listVoters } from './voters.ts';

export function addChangingRoutes(platform: Platform, desk: ChatServices): void {
  const { routes } = platform;
  routes.add(contract.getMessage, async ({ actor, params }) => {
    const { id } = await getChannel(desk.db, actor, params.channelId);
    const message = toMessage(await getRow(desk.db, id, params.messageId));
    const [mine = message] = await withOwn(desk.db, actor.userId, [message]);
    return mine;
  });
  routes.add(contract.editMessage, ({ actor, params, body, ip }) =>
    editMessage(desk, actor, { ...params, ...body, ip }),
  );
  routes.add(contract.listEdits, ({ actor, params }) => listEdits(desk, actor, params));
  routes.add(contract.deleteMessage, ({ actor, params, ip }) =>
    deleteMessage(desk, actor, { ...params, ip }),
  );
  routes.add(contract.pinMessage, ({ actor, params, body }) =>
    pinMessage(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.listPins, ({ actor, params }) => listPins(desk, actor, params.channelId));
  routes.add(contract.listReaders, ({ actor, params }) => listReaders(desk, actor, params));
  routes.add(contract.forwardMessage, ({ actor, params, body, ip }) =>
    forwardMessage(desk, actor, { ...params, ...body, ip }),
  );
  addReactions(platform, desk);
  addPolls(platform, desk);
}

function addReactions({ routes, realtime }: Platform, desk: ChatServices): void {
  routes.add(contract.reactToMessage, ({ actor, params, body }) =>
    reactToMessage(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.listReactors, ({ actor, params, query }) =>
    listReactors(desk, actor, { ...params, ...query }),
  );
  realtime.handle(contract.reactionFrame, async ({ actor }, { userId, ...reacting }) => {
    if (userId !== undefined && userId !== actor.userId) {
      throw forbidden('You can only react as yourself.');
    }
    await reactToMessage(desk, actor, reacting);
  });
}

function addPolls({ routes }: Platform, desk: ChatServices): void {
  routes.add(contract.createPoll, ({ actor, params, body, ip }) =>
    createPoll(desk, actor, { ...params, ...body, ip }),
  );
  routes.add(contract.votePoll, ({ actor, params, body }) =>
    votePoll(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.listVoters, ({ actor, params, query }) =>
    listVoters(desk, actor, { ...params, ...query }),
  );
  routes.add(contract.closePoll, ({ actor, params }) => closePoll(desk, actor, params));
}
