import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import { kindNames } from '../../contract.ts';
import type { Step } from '../step.ts';
import type { RequestDb } from '../tables.ts';
import { type NotificationText, notifyPeople, withdrawNotifications } from './notify.ts';

type StoredStep = Step & { eventId: number };

/** Notifies the people a step concerns, except its actor; withdraws outdated notifications. */
export async function notifyStep(
  tx: RequestDb,
  actor: Actor,
  message: ChatMessage,
  step: StoredStep,
): Promise<readonly Unpublished[]> {
  const target = { channelId: message.channelId, messageId: message.id };
  const outdated = step.act === 'changed' ? [] : [await withdrawNotifications(tx, target)];
  const added: Unpublished[] = [];
  for (const { to, ...text } of noticesFor(step, actor)) {
    if (to === null || to === actor.userId) continue;
    const readers = await readersAmong(tx, message.channelId, [to]);
    if (!readers.has(to)) continue;
    const about = { ...text, userIds: [to], message: previewOf(message) };
    added.push(await notifyPeople(tx, target, step.eventId, about));
  }
  return [...outdated, ...added];
}

type RecipientText = Pick<NotificationText, 'title' | 'type'> & { to: number | null };

function noticesFor(
  { before, after, act }: StoredStep,
  { shownName: actorName }: Actor,
): RecipientText[] {
  const kindName = kindNames[after.kind];
  const owner = (title: string): RecipientText => ({ to: after.ownerId, title, type: 'info' });
  const asker = (title: string, type: NotificationText['type'] = 'info'): RecipientText => ({
    to: after.askedBy,
    title,
    type,
  });
  switch (act) {
    case 'asked':
    case 'given':
      return [owner(`${actorName} assigned you a request: ${kindName}`)];
    case 'claimed':
      return [asker(`${actorName} claimed your request: ${kindName}`)];
    case 'released':
      return [asker(`Your request is unassigned again: ${kindName}`, 'warning')];
    case 'done':
      return [asker(`${actorName} completed your request: ${kindName}`, 'success')];
    case 'cancelled':
      return [owner(`${actorName} canceled a request assigned to you: ${kindName}`)];
    case 'reopened':
      return [owner(`${actorName} reopened a request assigned to you: ${kindName}`)];
    case 'changed':
      return before?.dueAt === after.dueAt
        ? []
        : [owner(`${actorName} changed the due time of a request assigned to you: ${kindName}`)];
    default:
      return [];
  }
}

const previewLength = 200;

/** The beginning of the message, in one line. */
export function previewOf({ content }: Pick<ChatMessage, 'content'>): string {
  const characters = [...content.replace(/\s+/g, ' ').trim()];
  if (characters.length === 0) return 'A message with files';
  if (characters.length <= previewLength) return characters.join('');
  return `${characters.slice(0, previewLength).join('')}…`;
}
