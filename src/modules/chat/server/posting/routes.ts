import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract.ts';
import type { ChatServices } from '../services.ts';
import { postMessage } from './post.ts';

export function addPostingRoutes({ routes, realtime }: Platform, services: ChatServices): void {
  routes.add(contract.postMessage, ({ actor, params, body, ip }) =>
    postMessage(services, actor, { ...body, ...params, ip }),
  );
  realtime.handle(contract.chatMessageFrame, async ({ actor }, data) => {
    await postMessage(services, actor, { ...data, clientMsgId: data.clientMsgId ?? uuidv7() });
  });
}
