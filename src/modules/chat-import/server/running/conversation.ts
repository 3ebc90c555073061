import type { Kysely } from 'kysely';
import {
  announceImported,
  importChannels,
  importDirect,
  importMembers,
} from '../../../chat/server/public.ts';
import { findTakenNames, freeName } from '../matching/names.ts';
import { findPlaces, type Place } from '../matching/places.ts';
import type { ChannelRow, ChatImportTables, ImportServices } from '../tables.ts';
import type { Slice } from './slice.ts';

type Tx = Kysely<ChatImportTables>;

export interface Opened {
  channelId: string;
  joined: number[];
  isNew: boolean;
}

/** The conversation an exported one is here, made where it is not; why not, in a sentence, where it cannot be. */
export async function openConversation(
  tx: Tx,
  { row, people, standIn }: Slice,
  channel: ChannelRow,
): Promise<Opened | { obstacle: string }> {
  const [place] = await findPlaces(tx, row, [channel], people);
  if (!place) throw new Error('A conversation has no place');
  const { channelId, userIds, obstacle } = place;
  if (obstacle !== null) return { obstacle };
  if (channelId !== null) {
    const mayGrow = channel.kind === 'public' || channel.kind === 'private';
    const joined = mayGrow ? await importMembers(tx, channelId, userIds, standIn) : [];
    return { channelId, joined, isNew: false };
  }
  const creator = (channel.creator && people.get(channel.creator)?.userId) || standIn;
  const createdBy = userIds.includes(creator) ? creator : standIn;
  const made = await make(tx, channel, place, { row, createdBy });
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
  { userIds }: Place,
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
      ...{ createdBy, createdAt, userIds },
      ...(is_archived && { archived: { by: row.run_by, at: new Date() } }),
    },
  ]);
  if (id === undefined) throw new Error('A conversation was not made');
  return id;
}

/** Tells, after COMMIT, whose lists it is new in; and everybody in it once all of it is there. */
export function announceConversation(
  { platform }: ImportServices,
  opened: Opened,
  isWhole: boolean,
): void {
  const { channelId, joined } = opened;
  if (joined.length > 0 || isWhole) announceImported(platform, { channelId, joined });
}
