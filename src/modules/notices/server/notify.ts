import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Log } from '../../../platform/server/log/log.ts';
import type { ChatMessage } from '../../chat/contract.ts';
import {
  findDoNotDisturb,
  notificationKeyOf,
  partPrefix,
} from '../../chat-notifications/server/public.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../notifications/server/public.ts';
import { kindNames, partName, urgentKinds } from '../contract.ts';
import type { NoticeRow } from './tables.ts';

type MessageRef = Pick<NoticeRow, 'channel_id' | 'message_id'>;

/** Prefix of all its notifications; those who may no longer read the channel lose them. */
export const anyPrefix = ({ channel_id, message_id }: MessageRef) =>
  partPrefix(channel_id, partName, message_id);
/** Prefix of notifications to those who must confirm; withdrawn once the person has confirmed. */
export const personalPrefix = (ref: MessageRef) => `${anyPrefix(ref)}you:`;
/**
 * The key of "it was posted", the same as the chat's own notification, so no one is notified twice of one
 * message. Reading the conversation withdraws it, as with every message.
 */
export const keyOf = ({ channelId, seq, threadId, threadSeq }: ChatMessage) =>
  notificationKeyOf({ channel_id: channelId, seq, thread_id: threadId, thread_seq: threadSeq });

interface NoticeText {
  userIds: readonly number[];
  title: string;
  message: string;
  key: string;
}

export const headingOf = ({ kind, title }: Pick<NoticeRow, 'kind' | 'title'>) =>
  `${kindNames[kind]}: ${title}`;

/**
 * Stores notifications of a notice. With do-not-disturb on they arrive silently, unless the kind is urgent:
 * then they interrupt all the same, and the log says why.
 */
export async function notifyPeople(
  tx: Kysely<AnyTables>,
  log: Log,
  about: NoticeRow,
  ...texts: readonly NoticeText[]
): Promise<Unpublished> {
  const allUserIds = [...new Set(texts.flatMap(({ userIds }) => userIds))];
  const dndByPerson = await findDoNotDisturb(tx, allUserIds, new Date());
  const urgent = urgentKinds.includes(about.kind);
  if (urgent) logOverridden(log, about, dndByPerson);
  const common = {
    type: urgent ? ('warning' as const) : ('info' as const),
    actionUrl: `/?channel=${about.channel_id}&message=${about.message_id}`,
    actionLabel: 'Open notice',
    urgent,
  };
  const isSilent = (id: number) => !urgent && dndByPerson.has(id);
  return notify(
    tx,
    ...texts.flatMap(({ userIds, ...text }): Notice[] => [
      { ...common, ...text, userIds: userIds.filter((id) => !isSilent(id)), deliver: interrupting },
      ...userIds.filter(isSilent).map((id) => {
        const digestFrom = dndByPerson.get(id)?.until;
        return { ...common, ...text, userIds: [id], deliver: { ...silent, digestFrom } };
      }),
    ]),
  );
}

type DndByPerson = Awaited<ReturnType<typeof findDoNotDisturb>>;

/** Overriding do-not-disturb leaves a log line with the reason. */
function logOverridden(log: Log, { id, kind }: NoticeRow, dndByPerson: DndByPerson): void {
  for (const [userId, { reason }] of dndByPerson) {
    const because = kindNames[kind];
    log.info(
      { noticeId: id, userId, overrode: reason, because },
      'Urgent notice overrode do-not-disturb',
    );
  }
}

const interrupting = { push: true, digest: true, toast: true };
const silent = { push: false, digest: true, silent: true };

/** Withdraws the notifications of this person, or of everyone: they no longer need to confirm. */
export async function withdrawNotifications(
  tx: Kysely<AnyTables>,
  notice: NoticeRow,
  message: ChatMessage,
  userId?: number,
): Promise<Unpublished[]> {
  const userIds = userId === undefined ? undefined : [userId];
  const keyPrefix = userId === undefined ? anyPrefix(notice) : personalPrefix(notice);
  const posted = await withdraw(tx, { keys: [keyOf(message)], userIds });
  return [posted, await withdraw(tx, { keyPrefix, userIds })];
}
