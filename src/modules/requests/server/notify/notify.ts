import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { findDoNotDisturb, partPrefix } from '../../../chat-notifications/server/public.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import { partName } from '../../contract.ts';
import type { Target } from '../services.ts';

export interface NotificationText {
  userIds: readonly number[];
  title: string;
  message: string;
  type: Notice['type'];
}

const prefixOf = ({ channelId, messageId }: Target) => partPrefix(channelId, partName, messageId);

/**
 * Stores notifications of one event of a request. With do-not-disturb on, or off shift, they are in the list at once
 * but without a toast or push, as for a message that mentions someone off shift. Overdue ones are no exception: after
 * half an hour the managers are notified.
 */
export async function notifyPeople(
  tx: Kysely<AnyTables>,
  target: Target,
  eventId: number,
  text: NotificationText,
): Promise<Unpublished> {
  const { userIds, ...content } = text;
  const dndByPerson = await findDoNotDisturb(tx, userIds, new Date());
  const notice = {
    ...content,
    key: `${prefixOf(target)}${eventId}`,
    actionUrl: `/?channel=${target.channelId}&message=${target.messageId}`,
    actionLabel: 'Open request',
  };
  return notify(
    tx,
    ...userIds.map((id): Notice => {
      const dnd = dndByPerson.get(id);
      const deliver = dnd
        ? { push: false, digest: true, digestFrom: dnd.until, silent: true }
        : { push: true, digest: true, toast: true };
      return { ...notice, userIds: [id], deliver };
    }),
  );
}

/** Withdraws all notifications of a request: they are outdated. */
export const withdrawNotifications = (
  tx: Kysely<AnyTables>,
  target: Target,
): Promise<Unpublished> => withdraw(tx, { keyPrefix: prefixOf(target) });
