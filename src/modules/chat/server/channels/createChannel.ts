import { randomUUID } from 'node:crypto';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { RequestContext } from '../../../../platform/server/http/actor.ts';
import type { Channel, createChannel as declared } from '../../contract/channels.ts';
import { getChannel } from '../access/find.ts';
import { canCreate } from '../access/policy.ts';
import { createTeamReadPointers } from '../readState/createPointers.ts';
import { recordChannelActivity } from '../writing/activity.ts';
import { describeChannel } from './list.ts';
import { announceMembers, type ChannelPublisher, teamChannelOpened } from './members/announce.ts';
import { assertInvitable } from './members/invitees.ts';
import { enter } from './members/membership.ts';

type CreateChannel = ValidOf<typeof declared>['body'];

/** URLs are widely visible and channel names may be private: the id reveals nothing. */
export const newChannelId = () => `c-${randomUUID().replaceAll('-', '')}`;

/**
 * Creates a channel with its first members, including the creator unless it is a team channel. The same
 * `clientId` of the same creator is the same channel.
 */
export async function createChannel(
  publisher: ChannelPublisher,
  context: RequestContext,
  command: CreateChannel,
): Promise<Channel> {
  const { db, bus } = publisher;
  const { actor } = context;
  if (!canCreate(actor, command.type)) {
    throw forbidden(`Only managers can create ${nouns[command.type]}.`);
  }
  const known = await findCreated(db, context, command);
  if (known) return describeChannel(db, actor, await getChannel(db, actor, known));
  assertConsistent(command);
  await assertInvitable(db, command.userIds);
  const id = newChannelId();
  try {
    const joined = await namedOnce(() => store(db, context, command, id));
    if (command.type === 'team') bus.publish(teamChannelOpened, { channelId: id });
    announceMembers(publisher, { channelId: id, joined });
  } catch (error) {
    // A concurrent repeat was first.
    const first = await findCreated(db, context, command);
    if (!first) throw error;
    return describeChannel(db, actor, await getChannel(db, actor, first));
  }
  return describeChannel(db, actor, { id, begun: true, people: [] });
}

function store(
  db: ChannelPublisher['db'],
  context: RequestContext,
  command: CreateChannel,
  id: string,
) {
  const { userId } = context.actor;
  return db.transaction().execute(async (tx) => {
    const { type, description, store, department, minRole } = command;
    const name = oneLine(command.name);
    await tx
      .insertInto('chat_channels')
      .values({
        id,
        type,
        name,
        description,
        store,
        department,
        min_role: minRole,
        created_by: userId,
        client_id: command.clientId ?? null,
      })
      .execute();
    const after = { type, name, description, store, department, minRole };
    await recordChannelActivity(tx, context, 'channel.created', { id, type, name }, { after });
    if (type === 'team') {
      await createTeamReadPointers(tx, id);
      return [];
    }
    return enter(tx, id, [userId, ...command.userIds], userId);
  });
}

/** The channel the actor created with this client id. */
async function findCreated(
  db: ChannelPublisher['db'],
  { actor }: RequestContext,
  { clientId }: Pick<CreateChannel, 'clientId'>,
): Promise<string | undefined> {
  if (clientId === undefined) return undefined;
  const row = await db
    .selectFrom('chat_channels')
    .select('id')
    .where('created_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id;
}

const nouns = { public: 'public channels', team: 'team channels', private: 'private channels' };

/** Names are a single line, even if pasted with line breaks. */
export const oneLine = (name: string) => name.replace(/\s+/g, ' ');

function assertConsistent({ type, userIds, store, department, minRole }: CreateChannel): void {
  const bound = Object.entries({ store, department, minRole }).filter(
    ([, value]) => value !== null,
  );
  if (type !== 'team') {
    const sentence = 'Only team channels can have a store, department or role.';
    if (bound.length > 0) {
      throw invalid(sentence, Object.fromEntries(bound.map(([field]) => [field, sentence])));
    }
    return;
  }
  if (bound.length === 0) {
    const sentence = 'Choose a store, department or role for the team.';
    throw invalid(sentence, { store: sentence });
  }
  if (userIds.length > 0) {
    const sentence = 'You can’t add people to a team channel.';
    throw invalid(sentence, { userIds: sentence });
  }
}

/** Runs work that names a channel; throws 409 if another open public or team channel has the name. */
export async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'chat_channels_name_key') throw error;
    const sentence = 'There is already a channel with this name.';
    throw conflict(sentence, { name: sentence });
  }
}
