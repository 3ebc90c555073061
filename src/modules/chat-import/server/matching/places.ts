import { type Kysely, sql } from 'kysely';
import { maxGroupPeople } from '../../../chat/server/public.ts';
import type { ChannelRow, ChatImportTables, ImportRow } from '../tables.ts';
import type { People } from './people.ts';

type Db = Kysely<ChatImportTables>;

/** Where a conversation of an export goes. */
export interface Place {
  /** The conversation it is here already, from this import or an earlier one of the workspace. */
  channelId: string | null;
  /** Its people who have an account here, each once, in the order of their ids. */
  userIds: number[];
  /** Why it cannot come in, in a sentence. */
  obstacle: string | null;
}

/** The place of each of these, in their order. */
export async function findPlaces(
  db: Db,
  row: Pick<ImportRow, 'kind' | 'workspace_key'>,
  channels: readonly ChannelRow[],
  people: People,
): Promise<Place[]> {
  const known = await findKnown(db, row, channels);
  const facts = channels.map((channel) => {
    const members = channel.member_ids.map((id) => people.get(id)?.userId ?? null);
    const userIds = [...new Set(members.filter((id) => id !== null))].sort((a, b) => a - b);
    const isByHand = channel.member_ids.some((id) => people.get(id)?.matchedBy === 'hand');
    return { channel, userIds, isWhole: !members.includes(null), isByHand };
  });
  const taken = await findTaken(db, facts);
  return facts.map(({ channel, userIds, isWhole, isByHand }): Place => {
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

interface PlaceQuery {
  channel: ChannelRow;
  userIds: readonly number[];
}

/** Which of these people have such a conversation here, by its key. */
async function findTaken(db: Db, asked: readonly PlaceQuery[]): Promise<Set<string>> {
  const of = (kind: ChannelRow['kind']) => asked.filter(({ channel }) => channel.kind === kind);
  const directs = of('direct').map(({ userIds }) => directKey(userIds));
  const groups = of('group').map(({ userIds }) => userIds.join('-'));
  const { rows } = await sql<{ key: string }>`
    select id as key from chat_channels where id = any(${directs}::text[]) and last_rev > 0
    union all select group_key from chat_channels where group_key = any(${groups}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** What two said to each other is not for a third, whoever is taken for whom. */
const otherPeople = 'An earlier import brought this in as a conversation of other people.';

/** Nobody decides by hand who said what to whom in private. */
const byHand =
  'A person in it was matched by hand: direct and group messages come in by e-mail only.';

const directKey = (userIds: readonly number[]) => `dm-${userIds[0]}-${userIds.at(-1)}`;

function obstacleOf(
  kind: ChannelRow['kind'],
  userIds: readonly number[],
  isWhole: boolean,
  taken: ReadonlySet<string>,
): string | null {
  if (kind === 'public') return null;
  if (kind === 'private')
    return userIds.length > 0 ? null : 'Nobody who is in it has an account here.';
  if (kind === 'direct') {
    if (!isWhole || userIds.length === 0) return 'Not both of its people have an account here.';
    return taken.has(directKey(userIds)) ? 'They have begun to talk here already.' : null;
  }
  if (userIds.length < 2) return 'Fewer than two of its people have an account here.';
  if (userIds.length > maxGroupPeople)
    return `A group message has at most ${maxGroupPeople} people here.`;
  return taken.has(userIds.join('-')) ? 'These people have a group message here already.' : null;
}
