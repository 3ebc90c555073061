import type { Platform } from '../../../../platform/server/platform.ts';
import type { Records } from '../../../records/server/public.ts';
import * as calls from '../../contract/records.ts';
import type { ChatServices } from '../services.ts';
import { followRecords } from './follow.ts';
import { listRecordMentions } from './mentions.ts';
import { noteReferences } from './noting.ts';
import { openRecordChannel } from './open.ts';

/** The conversations of records: each is its record's for as long as the record says who may see it. */
export function addRecords(platform: Platform, desk: ChatServices, records: Records): void {
  const { routes, limits } = platform;
  const openings = limits('chat-record-open', 120, 60);
  routes.add(calls.openRecordChannel, async ({ actor, params }) => {
    await openings.consume(String(actor.userId));
    return openRecordChannel(desk, records, actor, params);
  });
  routes.add(calls.listRecordMentions, ({ actor, params, query }) =>
    listRecordMentions(desk, records, actor, params, query.after),
  );
  followRecords(platform, desk, records);
  noteReferences(platform, desk);
}
