import { plainText } from '../../../../../platform/web/markdown/tree.ts';
import type { ChatMessage } from '../../../contract.ts';
import { parseMessage } from '../markdown/parse.ts';
import { countOf } from '../names.ts';

const previewLength = 200;

type Previewed = Pick<ChatMessage, 'content' | 'attachments' | 'deletedAt'> &
  Partial<Pick<ChatMessage, 'messageType'>>;

/** A message in one line of plain words. */
export function preview({ content, attachments, deletedAt, messageType }: Previewed): string {
  if (deletedAt !== null) return 'This message was deleted.';
  const words = plainText(parseMessage(content)).replace(/\s+/g, ' ').trim();
  const shown = words.length > previewLength ? `${words.slice(0, previewLength)}…` : words;
  if (messageType === 'poll') return `Poll: ${shown}`;
  if (shown) return shown;
  const [file] = attachments;
  return attachments.length === 1 && file ? file.name : countOf(attachments.length, 'file');
}
