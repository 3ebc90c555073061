import * as history from '../contract/history.ts';
import * as contract from '../contract.ts';
import { actOnRequest } from './changing/act.ts';
import { changeRequest } from './changing/change.ts';
import { makeRequest, postRequest } from './changing/make.ts';
import { listClosed, listParties } from './reading/closed.ts';
import { readFigures } from './reading/figures.ts';
import { getRequestHistory } from './reading/history.ts';
import { listOwners } from './reading/owners.ts';
import { countRequests, listRequests } from './reading/queue.ts';
import type { RequestServices } from './services.ts';

export function addRequestRoutes(desk: RequestServices): void {
  const { routes } = desk.platform;
  routes.add(contract.makeRequest, ({ actor, params, body }) =>
    makeRequest(desk, actor, params, body),
  );
  routes.add(contract.postRequest, ({ actor, params, body }) =>
    postRequest(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.changeRequest, ({ actor, params, body }) =>
    changeRequest(desk, actor, params, body),
  );
  routes.add(contract.actOnRequest, ({ actor, params: { act, ...target } }) =>
    actOnRequest(desk, actor, target, act),
  );
  routes.add(contract.listOwners, ({ actor, params }) => listOwners(desk, actor, params.channelId));
  routes.add(contract.listRequests, ({ actor, query }) => listRequests(desk.db, actor, query));
  routes.add(contract.countRequests, ({ actor }) => countRequests(desk.db, actor));
  routes.add(contract.readFigures, ({ actor, query }) => readFigures(desk.db, actor, query));
  routes.add(history.listClosed, ({ actor, query }) => listClosed(desk.db, actor, query));
  routes.add(history.listParties, ({ actor, query }) => listParties(desk.db, actor, query));
  routes.add(history.getRequestHistory, ({ actor, params }) =>
    getRequestHistory(desk, actor, params.messageId),
  );
}
