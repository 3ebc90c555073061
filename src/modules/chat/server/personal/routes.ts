import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/personal.ts';
import type { ChatServices } from '../services.ts';
import { listDrafts, saveDraft } from './drafts.ts';
import { listStarred, starMessage } from './stars.ts';
import { createTyping } from './typing.ts';

/** Each user's own data: stars and drafts. */
export function addPersonalRoutes({ routes, realtime }: Platform, services: ChatServices): void {
  routes.add(contract.starMessage, ({ actor, params, body }) =>
    starMessage(services, actor, { ...params, ...body }),
  );
  routes.add(contract.listStarred, ({ actor, query }) =>
    listStarred(services, actor, query.offset),
  );
  routes.add(contract.listDrafts, ({ actor }) => listDrafts(services, actor));
  routes.add(contract.saveDraft, async ({ actor, body }) => {
    await saveDraft(services, actor, body);
    return { message: 'Draft saved' };
  });
  realtime.handle(contract.typingFrame, createTyping(services));
}
