import { demoNotices, demoSlips } from '../../db/demo/cards.ts';
import { type DemoChannel, type DemoMessage, demoMessages } from '../../db/demo/conversations.ts';
import { demoChannels } from '../../db/demo/other-channels.ts';
import { demoReads, demoThreadReads } from '../../db/demo/reads.ts';
import { demoRequests } from '../../db/demo/requests.ts';
import { importChannels, importMessages, importReads } from '../modules/chat/server/public.ts';
import { importNotices } from '../modules/notices/server/public.ts';
import { importRequests } from '../modules/requests/server/public.ts';
import { importSlips } from '../modules/slips/server/public.ts';
import type { AnyTables, Db } from '../platform/server/db/database.ts';
import type { Secrets } from '../platform/server/secrets/secrets.ts';

const monthMs = 31 * 24 * 60 * 60 * 1_000;

/** Seeds a month of chat. `idOf` returns the id of a username; without `secrets`, protected slips have expired. */
export async function seedTalk(
  db: Db<AnyTables>,
  asOf: Date,
  idOf: (username: string) => number,
  secrets: Secrets | null,
): Promise<void> {
  const messages = demoMessages(asOf);
  const channelIds = await openChannels(db, asOf, idOf);
  const channelOf = (channel: DemoChannel) => {
    if (typeof channel === 'string') return channel;
    if ('room' in channel) return channelIds.get(channel.room) ?? channel.room;
    const [one, other] = channel.direct;
    return { direct: [idOf(one), idOf(other)] as const };
  };
  const toImported = importable(idOf);
  await importMessages(
    db,
    messages.map((message) => ({ ...toImported(message), channel: channelOf(message.channel) })),
  );
  await importRequests(db, toRequests(messages, idOf));
  await makeCards({ db, asOf, idOf, secrets }, messages);
  await importReads(
    db,
    demoReads(messages).map(({ person, where, unread }) => ({
      userId: idOf(person),
      channel: channelOf(where),
      unread,
    })),
    demoThreadReads(messages).map(({ person, where, unread }) => ({
      userId: idOf(person),
      root: keyWith(idOf)(where),
      unread,
    })),
  );
}

/** A message with reactions and replies, without its channel. */
function importable(idOf: IdOf) {
  const keyOf = keyWith(idOf);
  return ({ root, pinned, edited, ...message }: DemoMessage) => ({
    ...keyOf(message),
    content: message.content,
    createdAt: message.at,
    reactions: message.reactions.map(({ emoji, people }) => ({ emoji, users: people.map(idOf) })),
    ...(root && { inThreadOf: keyOf(root) }),
    ...(pinned && { pinned: { by: idOf(pinned.by), at: pinned.at } }),
    ...(message.options.length > 0 && { poll: pollOf(message.options, idOf) }),
    ...(edited && { edits: [{ content: edited.was, replacedAt: edited.at }] }),
  });
}

type IdOf = (username: string) => number;

/** A message as identified by its sender. */
const keyWith =
  (idOf: IdOf) =>
  ({ sender, clientMsgId }: Pick<DemoMessage, 'sender' | 'clientMsgId'>) => ({
    senderId: idOf(sender),
    clientMsgId,
  });

interface Seeding {
  db: Db<AnyTables>;
  asOf: Date;
  idOf: IdOf;
  secrets: Secrets | null;
}

/** Turns some messages into notices, and some into protected slips. */
async function makeCards(
  { db, asOf, idOf, secrets }: Seeding,
  messages: readonly DemoMessage[],
): Promise<void> {
  const keyOf = keyWith(idOf);
  const acted = <A extends { username: string }>({ username, ...act }: A) => ({
    ...act,
    userId: idOf(username),
  });
  await importNotices(
    db,
    demoNotices(messages, asOf).map(({ message, confirmed, ...notice }) => ({
      ...notice,
      ...keyOf(message),
      confirmed: confirmed.map(acted),
    })),
    asOf,
  );
  await importSlips(
    db,
    demoSlips(messages, asOf).map(({ message, openings, ...slip }) => ({
      ...slip,
      ...keyOf(message),
      openings: openings.map(acted),
    })),
    secrets,
  );
}

function toRequests(messages: readonly DemoMessage[], idOf: (username: string) => number) {
  return demoRequests(messages).map(({ message, kind, dueAt, owner }) => ({
    senderId: idOf(message.sender),
    clientMsgId: message.clientMsgId,
    kind,
    dueAt,
    owner: owner && { ...owner, id: idOf(owner.username) },
  }));
}

function pollOf(options: DemoMessage['options'], idOf: (username: string) => number) {
  return {
    options: options.map(({ text, people }, index) => ({
      id: index + 1,
      text,
      voters: people.map(idOf),
    })),
    multiple: false,
    closedAt: null,
  };
}

/** Ids of the demo channels by key. */
async function openChannels(db: Db<AnyTables>, asOf: Date, idOf: (username: string) => number) {
  const createdAt = new Date(asOf.getTime() - monthMs);
  const ids = await importChannels(
    db,
    demoChannels.map(({ type, name, description, people, store, department }) => ({
      type,
      name,
      description,
      store,
      department,
      createdBy: idOf(people[0] ?? ''),
      createdAt,
      userIds: type === 'team' ? [] : people.map(idOf),
    })),
  );
  return new Map(demoChannels.map(({ key }, index) => [key, ids[index]]));
}
