import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/threads.ts';
import type { ChatServices } from '../services.ts';
import { followThread, readThread } from './follow.ts';
import { getThread, listThreads } from './read.ts';

export function addThreadRoutes({ routes }: Platform, services: ChatServices): void {
  routes.add(contract.listThreads, ({ actor, query }) => listThreads(services, actor, query));
  routes.add(contract.getThread, ({ actor, params, query }) =>
    getThread(services, actor, { ...params, before: query.before, limit: query.limit }),
  );
  routes.add(contract.readThread, ({ actor, params, body }) =>
    readThread(services, actor, { ...params, ...body }),
  );
  routes.add(contract.followThread, ({ actor, params, body }) =>
    followThread(services, actor, { ...params, ...body }),
  );
}
