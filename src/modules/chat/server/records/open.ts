import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { RecordRef } from '../../../records/contract.ts';
import type { Records } from '../../../records/server/public.ts';
import type { Channel } from '../../contract/channels.ts';
import { recordChannelId } from '../../contract/records.ts';
import { getChannel } from '../channels/find.ts';
import { describeChannel } from '../channels/list.ts';
import type { ChatServices } from '../services.ts';
import { columnsOf, keepCurrent } from './current.ts';

/** Opens the single channel of a record, creating it if needed. */
export async function openRecordChannel(
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
