import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import { kindNames } from '../../contract.ts';
import type { Step } from '../step.ts';
import type { RequestDb } from '../tables.ts';
import { type NotificationText, notifyPeople, takeBack } from './notify.ts';

type Stored = Step & { eventId: number };

/** Tells whom a step concerns, beside the one who took it; what was told before is no longer so. */
export async function notifyStep(
  tx: RequestDb,
  actor: Actor,
  message: ChatMessage,
  step: Stored,
): Promise<readonly Unpublished[]> {
  const target = { channelId: message.channelId, messageId: message.id };
  const outdated = step.act === 'changed' ? [] : [await takeBack(tx, target)];
  const told: Unpublished[] = [];
  for (const { to, ...words } of noticesFor(step, actor)) {
    if (to === null || to === actor.userId) continue;
    const readers = await readersAmong(tx, message.channelId, [to]);
    if (!readers.has(to)) continue;
    const about = { ...words, userIds: [to], message: previewOf(message) };
    told.push(await notifyPeople(tx, target, step.eventId, about));
  }
  return [...outdated, ...told];
}

type ToOne = Pick<NotificationText, 'title' | 'type'> & { to: number | null };

function noticesFor({ before, after, act }: Stored, { shownName: who }: Actor): ToOne[] {
  const what = kindNames[after.kind];
  const owner = (title: string): ToOne => ({ to: after.ownerId, title, type: 'info' });
  const asker = (title: string, type: NotificationText['type'] = 'info'): ToOne => ({
    to: after.askedBy,
    title,
    type,
  });
  switch (act) {
    case 'asked':
    case 'given':
      return [owner(`${who} gave you a request: ${what}`)];
    case 'claimed':
      return [asker(`${who} has your request: ${what}`)];
    case 'released':
      return [asker(`Nobody has your request any more: ${what}`, 'warning')];
    case 'done':
      return [asker(`${who} finished your request: ${what}`, 'success')];
    case 'cancelled':
      return [owner(`${who} cancelled a request you have: ${what}`)];
    case 'reopened':
      return [owner(`${who} reopened a request you have: ${what}`)];
    case 'changed':
      return before?.dueAt === after.dueAt
        ? []
        : [owner(`${who} changed the time of a request you have: ${what}`)];
    default:
      return [];
  }
}

const previewLength = 200;

/** The beginning of what was said, in one line. */
export function previewOf({ content }: Pick<ChatMessage, 'content'>): string {
  const characters = [...content.replace(/\s+/g, ' ').trim()];
  if (characters.length === 0) return 'A message with files';
  if (characters.length <= previewLength) return characters.join('');
  return `${characters.slice(0, previewLength).join('')}…`;
}
