import type { Kysely } from 'kysely';
import {
  announceImported,
  importChannels,
  importDirect,
  importMembers,
} from '../../../chat/server/public.ts';
import { type Destination, findDestinations } from '../matching/destinations.ts';
import { findTakenNames, freeName } from '../matching/names.ts';
import type { ChannelRow, ChatImportTables, ImportServices } from '../tables.ts';
import type { Slice } from './slice.ts';

type Tx = Kysely<ChatImportTables>;

export interface Opened {
  channelId: string;
  joined: number[];
  isNew: boolean;
}

/** The channel for an exported conversation, created if necessary; or a message why it cannot exist. */
export async function openConversation(
  tx: Tx,
  { row, people, fallbackUserId }: Slice,
  channel: ChannelRow,
): Promise<Opened | { obstacle: string }> {
  const [destination] = await findDestinations(tx, row, [channel], people);
  if (!destination) throw new Error('A conversation has no destination');
  const { channelId, userIds, obstacle } = destination;
  if (obstacle !== null) return { obstacle };
  if (channelId !== null) {
    const mayGrow = channel.kind === 'public' || channel.kind === 'private';
    const joined = mayGrow ? await importMembers(tx, channelId, userIds, fallbackUserId) : [];
    return { channelId, joined, isNew: false };
  }
  const creator = (channel.creator && people.get(channel.creator)?.userId) || fallbackUserId;
  const createdBy = userIds.includes(creator) ? creator : fallbackUserId;
  const made = await make(tx, channel, destination, { row, createdBy });
  await tx
    .insertInto('chat_import_conversations')
    .values({
      kind: row.kind ?? '',
      workspace_key: row.workspace_key,
      source_id: channel.source_id,
      channel_id: made,
      import_id: row.id,
    })
    .execute();
  return { channelId: made, joined: userIds, isNew: true };
}

async function make(
  tx: Tx,
  channel: ChannelRow,
  { userIds }: Destination,
  { row, createdBy }: Pick<Slice, 'row'> & { createdBy: number },
): Promise<string> {
  const { kind, is_archived } = channel;
  if (kind === 'direct') return importDirect(tx, [userIds[0] ?? 0, userIds.at(-1) ?? 0]);
  const createdAt = channel.created_at ?? row.from_at ?? row.created_at;
  const isPublic = kind === 'public';
  const free = () => findTakenNames(tx).then((taken) => freeName(channel.name, row.kind, taken));
  const [id] = await importChannels(tx, [
    {
      type: kind,
      name: isPublic ? await free() : channel.name,
      description: channel.description,
      createdBy,
      createdAt,
      userIds,
      ...(is_archived && { archived: { by: row.run_by, at: new Date() } }),
    },
  ]);
  if (id === undefined) throw new Error('A conversation was not created');
  return id;
}

/** After COMMIT, publishes the channel to those who now see it; and to all its members once it is complete. */
export function announceConversation(
  { platform }: ImportServices,
  opened: Opened,
  isComplete: boolean,
): void {
  const { channelId, joined } = opened;
  if (joined.length > 0 || isComplete) announceImported(platform, { channelId, joined });
}
