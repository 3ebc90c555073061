import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type Channel, maxGroupPeople } from '../../contract/channels.ts';
import { directChannelId } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { newChannelId } from './createChannel.ts';
import { describeChannel } from './list.ts';
import { announceMembers, type ChannelPublisher } from './members/announce.ts';
import { assertInvitable } from './members/invitees.ts';
import { enter } from './members/membership.ts';

/** The group message of these people and the actor: the same people always get the same one. */
export async function openGroup(
  publisher: ChannelPublisher,
  actor: Actor,
  userIds: readonly number[],
): Promise<Channel> {
  const { db } = publisher;
  const others = [...new Set(userIds)].filter((id) => id !== actor.userId);
  if (others.length === 0) refuse('Choose at least one person.');
  if (others.length >= maxGroupPeople) refuse('A group message must have at most 9 people.');
  await assertInvitable(db, others);
  const [only] = others;
  if (only !== undefined && others.length === 1) {
    const id = directChannelId(actor.userId, only);
    return describeChannel(db, actor, await getChannel(db, actor, id));
  }
  const people = [actor.userId, ...others].sort((a, b) => a - b);
  const { id, joined } = await findOrCreate(publisher, actor, people);
  announceMembers(publisher, { channelId: id, joined });
  return describeChannel(db, actor, { id, begun: true, people: [] });
}

async function findOrCreate(
  { db }: ChannelPublisher,
  { userId }: Actor,
  people: readonly number[],
) {
  const key = people.join('-');
  return db.transaction().execute(async (tx) => {
    // On concurrent calls the second waits here and finds the first one's channel.
    const created = await tx
      .insertInto('chat_channels')
      .values({ id: newChannelId(), type: 'group', name: '', group_key: key, created_by: userId })
      .onConflict((conflict) => conflict.column('group_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created) return { id: created.id, joined: await enter(tx, created.id, people, userId) };
    const { id } = await tx
      .selectFrom('chat_channels')
      .select('id')
      .where('group_key', '=', key)
      .executeTakeFirstOrThrow();
    return { id, joined: [] };
  });
}

function refuse(sentence: string): never {
  throw invalid(sentence, { userIds: sentence });
}
