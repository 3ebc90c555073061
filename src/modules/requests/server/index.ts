import type { Platform } from '../../../platform/server/platform.ts';
import { type ChatParts, type MessageDeleted, messageDeleted } from '../../chat/server/public.ts';
import * as history from '../contract/history.ts';
import * as contract from '../contract.ts';
import { actOnRequest } from './changing/act.ts';
import { changeRequest } from './changing/change.ts';
import { makeRequest, postRequest } from './changing/make.ts';
import { runRound } from './due/round.ts';
import { withdrawDeleted } from './due/withdraw.ts';
import { countClosed, listClosed, listParties } from './reading/closed.ts';
import { readFigures } from './reading/figures.ts';
import { getRequestHistory } from './reading/history.ts';
import { listOwners } from './reading/owners.ts';
import { countRequests, listRequests } from './reading/queue.ts';
import type { RequestServices } from './services.ts';

/**
 * Requests in messages: who they are assigned to, and when they are due. The channel's row lock decides who
 * claimed first, so a request has one assignee. The module must never acknowledge a claim to two people, or
 * notify anyone who may not read the channel.
 */
export function requestsModule(platform: Platform, chat: ChatParts): void {
  const services: RequestServices = { platform, db: platform.db, chat };
  addRequestRoutes(services);
  // Only faster than the round, which also handles missed events.
  platform.bus.subscribe(messageDeleted, (payload) => {
    const { messageId } = payload as MessageDeleted;
    withdrawDeleted(services, messageId).catch((err) =>
      platform.log.warn(
        { err, messageId },
        'Failed to withdraw a deleted request; the round will retry',
      ),
    );
  });
  platform.jobs.schedule('requests.round', '* * * * *', () => runRound(services));
}

function addRequestRoutes(services: RequestServices): void {
  const { routes } = services.platform;
  routes.add(contract.makeRequest, ({ actor, params, body }) =>
    makeRequest(services, actor, params, body),
  );
  routes.add(contract.postRequest, ({ actor, params, body }) =>
    postRequest(services, actor, { ...params, ...body }),
  );
  routes.add(contract.changeRequest, ({ actor, params, body }) =>
    changeRequest(services, actor, params, body),
  );
  routes.add(contract.actOnRequest, ({ actor, params: { act, ...target } }) =>
    actOnRequest(services, actor, target, act),
  );
  routes.add(contract.listOwners, ({ actor, params }) =>
    listOwners(services, actor, params.channelId),
  );
  routes.add(contract.listRequests, ({ actor, query }) => listRequests(services.db, actor, query));
  routes.add(contract.countRequests, ({ actor }) => countRequests(services.db, actor));
  routes.add(contract.readFigures, ({ actor, query }) => readFigures(services.db, actor, query));
  routes.add(history.listClosed, ({ actor, query }) => listClosed(services.db, actor, query));
  routes.add(history.countClosed, ({ actor, query }) => countClosed(services.db, actor, query));
  routes.add(history.listParties, ({ actor, query }) => listParties(services.db, actor, query));
  routes.add(history.getRequestHistory, ({ actor, params }) =>
    getRequestHistory(services, actor, params.messageId),
  );
}
