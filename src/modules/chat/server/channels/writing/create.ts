import { randomUUID } from 'node:crypto';
import type { ValidOf } from '../../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid } from '../../../../../platform/server/http/errors.ts';
import type { Channel, createChannel as declared } from '../../../contract/channels.ts';
import { arriveTogether } from '../../personal/arriving.ts';
import { getChannel } from '../find.ts';
import { describeChannel } from '../list.ts';
import { announceMembers, type ChannelPublisher, teamChannelOpened } from '../members/announce.ts';
import { assertInvitable } from '../members/invitees.ts';
import { enter } from '../members/membership.ts';
import { canCreate } from '../policy.ts';
import { type Asking, recordAct } from '../record.ts';

type Wanted = ValidOf<typeof declared>['body'];

/** A channel's name may be private, and addresses are seen by many: the id tells nothing. */
export const newChannelId = () => `c-${randomUUID().replaceAll('-', '')}`;

/**
 * Creates a channel with its first people, the creator among them unless it is a team's. The same
 * `clientId` of the same creator is the same channel.
 */
export async function createChannel(
  telling: ChannelPublisher,
  asking: Asking,
  wanted: Wanted,
): Promise<Channel> {
  const { db, bus } = telling;
  const { actor } = asking;
  if (!canCreate(actor, wanted.type)) {
    throw forbidden(`Only managers can create ${nouns[wanted.type]}.`);
  }
  const known = await findCreated(db, asking, wanted);
  if (known) return describeChannel(db, actor, await getChannel(db, actor, known));
  refuseMixture(wanted);
  await assertInvitable(db, wanted.userIds);
  const id = newChannelId();
  try {
    const joined = await namedOnce(() => store(db, asking, wanted, id));
    if (wanted.type === 'team') bus.publish(teamChannelOpened, { channelId: id });
    announceMembers(telling, { channelId: id, joined });
  } catch (error) {
    // Sent twice at once, the other one was first.
    const first = await findCreated(db, asking, wanted);
    if (!first) throw error;
    return describeChannel(db, actor, await getChannel(db, actor, first));
  }
  return describeChannel(db, actor, { id, begun: true, people: [] });
}

function store(db: ChannelPublisher['db'], asking: Asking, wanted: Wanted, id: string) {
  const { userId } = asking.actor;
  return db.transaction().execute(async (tx) => {
    const { type, store, department, minRole } = wanted;
    const [name, description] = [oneLine(wanted.name), wanted.description];
    const created = { type, name, description, store, department, min_role: minRole };
    const origin = { created_by: userId, client_id: wanted.clientId ?? null };
    await tx
      .insertInto('chat_channels')
      .values({ id, ...created, ...origin })
      .execute();
    const after = { type, name, description, store, department, minRole };
    await recordAct(tx, asking, 'channel.created', { id, type, name }, { after });
    if (type === 'team') {
      await arriveTogether(tx, id);
      return [];
    }
    return enter(tx, id, [userId, ...wanted.userIds], userId);
  });
}

/** What the same sender has created under the same client id. */
async function findCreated(
  db: ChannelPublisher['db'],
  { actor }: Asking,
  { clientId }: Pick<Wanted, 'clientId'>,
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

/** Names are one line: what is pasted with its line ends would not fit where they are shown. */
export const oneLine = (name: string) => name.replace(/\s+/g, ' ');

function refuseMixture({ type, userIds, store, department, minRole }: Wanted): void {
  const bound = Object.entries({ store, department, minRole }).filter(
    ([, value]) => value !== null,
  );
  if (type !== 'team') {
    const sentence = 'Only a team’s channel is for a store, a department or a rank.';
    if (bound.length > 0) {
      throw invalid(sentence, Object.fromEntries(bound.map(([field]) => [field, sentence])));
    }
    return;
  }
  if (bound.length === 0) {
    const sentence = 'Please choose a store, a department or a role for the team.';
    throw invalid(sentence, { store: sentence });
  }
  if (userIds.length > 0) {
    const sentence = 'Nobody can be added to a team by hand.';
    throw invalid(sentence, { userIds: sentence });
  }
}

/** Runs what names a channel; throws 409 if an open one that everybody may find has the name. */
export async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'chat_channels_name_key') throw error;
    const sentence = 'There is already a channel with this name.';
    throw conflict(sentence, { name: sentence });
  }
}
