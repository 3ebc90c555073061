import { type Kysely, sql } from 'kysely';
import { maxGroupPeople } from '../../../chat/server/public.ts';
import type { ChannelRow, ChatImportTables, ImportRow } from '../tables.ts';
import type { People } from './people.ts';

type Db = Kysely<ChatImportTables>;

/** The destination of an exported conversation. */
export interface Destination {
  /** The existing channel, from this import or an earlier one of the workspace. */
  channelId: string | null;
  /** Its members with an account, each once, by id. */
  userIds: number[];
  /** Why it cannot be imported, as a message. */
  obstacle: string | null;
}

/** The destinations of these, in order. */
export async function findDestinations(
  db: Db,
  row: Pick<ImportRow, 'kind' | 'workspace_key'>,
  channels: readonly ChannelRow[],
  people: People,
): Promise<Destination[]> {
  const known = await findKnown(db, row, channels);
  const facts = channels.map((channel) => {
    const members = channel.member_ids.map((id) => people.get(id)?.userId ?? null);
    const userIds = [...new Set(members.filter((id) => id !== null))].sort((a, b) => a - b);
    const isByHand = channel.member_ids.some((id) => people.get(id)?.matchedBy === 'hand');
    return { channel, userIds, isWhole: !members.includes(null), isByHand };
  });
  const taken = await findExistingKeys(db, facts);
  return facts.map(({ channel, userIds, isWhole, isByHand }): Destination => {
    const channelId = known.get(channel.source_id) ?? null;
    const isOther = channel.kind === 'direct' && channelId !== directKey(userIds);
    const isPersonal = channel.kind === 'direct' || channel.kind === 'group';
    const obstacle =
      isPersonal && isByHand
        ? byHand
        : channelId === null
          ? obstacleOf(channel.kind, userIds, isWhole, taken)
          : isOther
            ? otherPeople
            : null;
    return { channelId, userIds, obstacle };
  });
}

async function findKnown(
  db: Db,
  { kind, workspace_key }: Pick<ImportRow, 'kind' | 'workspace_key'>,
  channels: readonly ChannelRow[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('chat_import_conversations')
    .select(['source_id', 'channel_id'])
    .where('kind', '=', kind)
    .where('workspace_key', '=', workspace_key)
    .where(sql<boolean>`source_id = any(${channels.map(({ source_id }) => source_id)}::text[])`)
    .execute();
  return new Map(rows.map((one) => [one.source_id, one.channel_id]));
}

interface DestinationQuery {
  channel: ChannelRow;
  userIds: readonly number[];
}

/** Which of these groups already have such a conversation, by key. */
async function findExistingKeys(
  db: Db,
  queries: readonly DestinationQuery[],
): Promise<Set<string>> {
  const of = (kind: ChannelRow['kind']) => queries.filter(({ channel }) => channel.kind === kind);
  const directs = of('direct').map(({ userIds }) => directKey(userIds));
  const groups = of('group').map(({ userIds }) => userIds.join('-'));
  const { rows } = await sql<{ key: string }>`
    select id as key from chat_channels where id = any(${directs}::text[]) and last_rev > 0
    union all select group_key from chat_channels where group_key = any(${groups}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** A private conversation of two people must not reach a third, however people are matched. */
const otherPeople = 'An earlier import created this as a conversation between other people.';

/** Private conversations cannot be attributed manually. */
const byHand =
  'One of its members was matched manually: direct and group messages are only imported for people matched by email.';

const directKey = (userIds: readonly number[]) => `dm-${userIds[0]}-${userIds.at(-1)}`;

function obstacleOf(
  kind: ChannelRow['kind'],
  userIds: readonly number[],
  isWhole: boolean,
  taken: ReadonlySet<string>,
): string | null {
  if (kind === 'public') return null;
  if (kind === 'private')
    return userIds.length > 0 ? null : 'None of its members has an account here.';
  if (kind === 'direct') {
    if (!isWhole || userIds.length === 0) return 'Not both of its members have an account here.';
    return taken.has(directKey(userIds)) ? 'They already have a conversation here.' : null;
  }
  if (userIds.length < 2) return 'Fewer than two of its members have an account here.';
  if (userIds.length > maxGroupPeople)
    return `A group message can have at most ${maxGroupPeople} members.`;
  return taken.has(userIds.join('-')) ? 'These people already have a group message here.' : null;
}
