import type { Platform } from '../../../../platform/server/platform.ts';
import type { Records } from '../../../records/server/public.ts';
import * as calls from '../../contract/records.ts';
import type { ChatServices } from '../services.ts';
import { followRecords } from './follow.ts';
import { followMentions } from './followMentions.ts';
import { listRecordMentions } from './mentions.ts';
import { openRecordChannel } from './open.ts';

/** Record channels: the record decides who can see them. */
export function addRecords(platform: Platform, services: ChatServices, records: Records): void {
  const { routes, limits } = platform;
  const openings = limits('chat-record-open', 120, 60);
  routes.add(calls.openRecordChannel, async ({ actor, params }) => {
    await openings.consume(String(actor.userId));
    return openRecordChannel(services, records, actor, params);
  });
  routes.add(calls.listRecordMentions, ({ actor, params, query }) =>
    listRecordMentions(services, records, actor, params, query.after),
  );
  followRecords(platform, services, records);
  followMentions(platform, services);
}
