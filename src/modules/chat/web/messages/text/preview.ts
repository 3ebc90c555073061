import { plural } from '../../../../../platform/web/format/amounts.ts';
import { plainText } from '../../../../../platform/web/markdown/tree.ts';
import type { ChatMessage } from '../../../contract.ts';
import { parseMessage } from './parse.ts';

const previewLength = 200;

type Previewed = Pick<ChatMessage, 'content' | 'attachments' | 'deletedAt'> &
  Partial<Pick<ChatMessage, 'messageType' | 'metadata'>>;

/** A message as one line of plain text. */
export function preview(message: Previewed): string {
  const { attachments, deletedAt, messageType, metadata } = message;
  if (deletedAt !== null) return 'This message was deleted.';
  const content = message.content || (metadata?.forwarded?.content ?? '');
  const text = plainText(parseMessage(content)).replace(/\s+/g, ' ').trim();
  const shown = text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
  if (messageType === 'poll') return `Poll: ${shown}`;
  if (shown) return shown;
  const [file] = attachments;
  return attachments.length === 1 && file ? file.name : plural(attachments.length, 'file');
}
