import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Log } from '../../../platform/server/log/log.ts';
import type { ChatMessage } from '../../chat/contract.ts';
import { findDoNotDisturb, partPrefix, tellingKeyOf } from '../../chat/server/public.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../notifications/server/public.ts';
import { createShiftSource } from '../../time-clock/server/public.ts';
import { kindNames, partName, urgentKinds } from '../contract.ts';
import type { NoticeRow } from './tables.ts';

type Place = Pick<NoticeRow, 'channel_id' | 'message_id'>;

/** What is told of it to anybody; who may no longer read the channel loses it. */
export const anyPrefix = ({ channel_id, message_id }: Place) =>
  partPrefix(channel_id, partName, message_id);
/** What is told to those who must confirm; of a person who has confirmed all of it is taken back. */
export const personalPrefix = (place: Place) => `${anyPrefix(place)}you:`;
/**
 * That it was posted: the fact the chat would tell of, so nobody hears twice of one message. Reading the
 * conversation takes it back, as with every message.
 */
export const keyOf = ({ channelId, seq, threadId, threadSeq }: ChatMessage) =>
  tellingKeyOf({ channel_id: channelId, seq, thread_id: threadId, thread_seq: threadSeq });

interface NoticeText {
  userIds: readonly number[];
  title: string;
  message: string;
  key: string;
}

export const headingOf = ({ kind, title }: Pick<NoticeRow, 'kind' | 'title'>) =>
  `${kindNames[kind]}: ${title}`;

/**
 * Stores what people are told of a notice. Who is not to be interrupted finds it later, unless its kind
 * cannot wait: then it reaches them all the same, and the log says why.
 */
export async function notifyPeople(
  tx: Kysely<AnyTables>,
  log: Log,
  about: NoticeRow,
  ...told: readonly NoticeText[]
): Promise<Unpublished> {
  const everybody = [...new Set(told.flatMap(({ userIds }) => userIds))];
  const shifts = await createShiftSource(tx).shiftsAmong(everybody);
  const hushed = await findDoNotDisturb(tx, everybody, new Date(), shifts);
  const urgent = urgentKinds.includes(about.kind);
  if (urgent) noteOverridden(log, about, hushed);
  const notice = {
    type: urgent ? ('warning' as const) : ('info' as const),
    actionUrl: `/?channel=${about.channel_id}&message=${about.message_id}`,
    actionLabel: 'Open the notice',
    urgent,
  };
  const isHeld = (id: number) => !urgent && hushed.has(id);
  return notify(
    tx,
    ...told.flatMap(({ userIds, ...words }): Notice[] => [
      { ...notice, ...words, userIds: userIds.filter((id) => !isHeld(id)), deliver: loudly },
      ...userIds.filter(isHeld).map((id) => {
        const digestFrom = hushed.get(id)?.until;
        return { ...notice, ...words, userIds: [id], deliver: { ...quietly, digestFrom } };
      }),
    ]),
  );
}

type DndByPerson = Awaited<ReturnType<typeof findDoNotDisturb>>;

/** Who interrupts somebody's quiet answers for it. */
function noteOverridden(log: Log, { id, kind }: NoticeRow, hushed: DndByPerson): void {
  for (const [userId, { reason }] of hushed) {
    const because = kindNames[kind];
    log.info({ noticeId: id, userId, overrode: reason, because }, 'An urgent notice');
  }
}

const loudly = { push: true, digest: true, toast: true };
const quietly = { push: false, digest: true, silent: true };

/** Takes back what this person was told, or everybody: nothing is asked of them any more. */
export async function takeBack(
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
