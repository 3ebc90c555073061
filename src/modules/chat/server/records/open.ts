import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { RecordRef } from '../../../records/contract.ts';
import type { Records } from '../../../records/server/public.ts';
import type { Channel } from '../../contract/channels.ts';
import { recordChannelId } from '../../contract/records.ts';
import { getChannel } from '../channels/find.ts';
import { describeChannel } from '../channels/list.ts';
import type { ChatServices } from '../services.ts';
import { columnsOf, keepCurrent } from './current.ts';

/** The conversation of a record: whoever opens it, and however often, there is one. */
export async function openRecordChannel(
  desk: ChatServices,
  records: Records,
  actor: Actor,
  ref: RecordRef,
): Promise<Channel> {
  const { db } = desk;
  const facts = await records.get(actor, ref);
  const id = recordChannelId(ref);
  // Of two who open it at the same moment the second waits here, and finds what the first has made.
  await db
    .insertInto('chat_channels')
    .values({ id, type: 'record', ...columnsOf(facts) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await keepCurrent(desk, [{ id, facts }]);
  return describeChannel(db, actor, await getChannel(db, actor, id));
}
