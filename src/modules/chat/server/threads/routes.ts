import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/threads.ts';
import type { ChatServices } from '../services.ts';
import { followThread, readThread } from './follow.ts';
import { getThread, listThreads } from './read.ts';

export function addThreadRoutes({ routes }: Platform, desk: ChatServices): void {
  routes.add(contract.listThreads, ({ actor, query }) => listThreads(desk, actor, query));
  routes.add(contract.getThread, ({ actor, params, query }) =>
    getThread(desk, actor, { ...params, before: query.before, limit: query.limit }),
  );
  routes.add(contract.readThread, ({ actor, params, body }) =>
    readThread(desk, actor, { ...params, ...body }),
  );
  routes.add(contract.followThread, ({ actor, params, body }) =>
    followThread(desk, actor, { ...params, ...body }),
  );
}
