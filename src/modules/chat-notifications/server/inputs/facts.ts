import type { ChannelType } from '../../../chat/server/public.ts';
import type { Concern, Facts, Preferences } from '../decision/facts.ts';
import { hasKeyword } from '../decision/keywords.ts';
import type { News } from './changes.ts';
import type { Reader } from './readers.ts';

/** Older messages interrupt no one. */
const lateMs = 10 * 60_000;

/** All facts that decide whether this person is notified of this message. */
export function factsOf(
  news: News,
  reader: Reader,
  { now, ...shifts }: Pick<Facts, 'now' | 'onShift' | 'offShift'>,
): Facts {
  const { row, isNew } = news;
  const { settings } = reader;
  const preferences: Preferences = {
    ...settings,
    isMuted: settings.mutedChannels.includes(row.channel_id),
    level: settings.channelLevels[row.channel_id] ?? null,
  };
  const concern = concernOf(news, reader, settings.keywords ? settings.keywordList : []);
  const changedAt = isNew ? row.created_at : (row.edited_at ?? row.created_at);
  return {
    ...concern,
    isAuthor: row.sender_id === reader.id,
    isDeleted: row.deleted_at !== null,
    canRead: true,
    isIn: reader.is_in,
    preferences,
    status: { value: reader.status, until: reader.status_until },
    ...shifts,
    // An edit is never urgent: urgency applies only once.
    urgent: isNew ? (row.metadata?.urgent ?? null) : null,
    isViewing: reader.views.includes(row.seq === null ? (row.thread_id ?? '') : row.channel_id),
    // Having read the message before the edit does not count for a new mention.
    hasRead: isNew && hasRead(news, reader, concern.isNamed),
    isLate: now.getTime() - changedAt.getTime() > lateMs,
    now,
  };
}

/** False if the message can concern the person only as a plain one, whatever their settings. */
export function mayBePersonal({ row, named, callsChannel }: News, reader: Reader): boolean {
  return (
    callsChannel ||
    named.has(reader.id) ||
    placeOf(reader.type) !== 'channel' ||
    follows(row, reader) ||
    (reader.settings.keywords && reader.settings.keywordList.length > 0)
  );
}

const follows = ({ thread_id }: News['row'], { threads }: Reader) =>
  thread_id !== null && threads?.[thread_id] !== undefined;

function concernOf(news: News, reader: Reader, words: string[]): Concern {
  const { id, type, username } = reader;
  const { row, isNew, named, callsGroup } = news;
  const isMentioned = named.has(id);
  const isNamed = isMentioned && (!callsGroup || news.words.has(username.toLowerCase()));
  return {
    isNew,
    place: placeOf(type),
    inTimeline: row.seq !== null,
    isNamed,
    isCalled: isMentioned && !isNamed,
    callsChannel: news.callsChannel,
    followsThread: follows(row, reader),
    hasKeyword: hasKeyword(words, row.content),
  };
}

const placeOf = (type: ChannelType) => (type === 'direct' || type === 'group' ? type : 'channel');

/** Without a pointer existing messages count as read, except for mentions by name. */
function hasRead({ row }: News, { pointer, start, threads }: Reader, isNamed: boolean): boolean {
  const inThread = row.thread_id === null ? undefined : threads?.[row.thread_id];
  if (inThread !== undefined && inThread >= (row.thread_seq ?? 0)) return true;
  if (row.seq === null) return false;
  return pointer === null ? start >= row.seq && !isNamed : pointer >= row.seq;
}
