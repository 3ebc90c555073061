import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { RecordRef } from '../../../records/contract.ts';
import type { Records } from '../../../records/server/public.ts';
import type { Channel } from '../../contract/channels.ts';
import * as calls from '../../contract/records.ts';
import { recordChannelId } from '../../contract/records.ts';
import { getChannel } from '../access/find.ts';
import { describeChannel } from '../channels/list.ts';
import type { ChatServices } from '../services.ts';
import { columnsOf, keepCurrent } from './current.ts';
import { followRecords } from './follow.ts';
import { followMentions } from './followMentions.ts';
import { listRecordMentions } from './mentions.ts';

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

/** Opens the single channel of a record, creating it if needed. */
async function openRecordChannel(
  services: ChatServices,
  records: Records,
  actor: Actor,
  ref: RecordRef,
): Promise<Channel> {
  const { db } = services;
  const facts = await records.get(actor, ref);
  const id = recordChannelId(ref);
  // On concurrent calls the second waits here and finds the first one's channel.
  await db
    .insertInto('chat_channels')
    .values({ id, type: 'record', ...columnsOf(facts) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await keepCurrent(services, [{ id, facts }]);
  return describeChannel(db, actor, await getChannel(db, actor, id));
}
