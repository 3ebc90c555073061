import { fitInto, kindOf } from '../attachments/kinds.ts';
import type { Row } from '../row/rows.ts';

const charactersPerLine = 70;
const linePx = 20;
const alone = { width: 360, height: 280 };

/** The estimated row height in pixels: the closer, the steadier the scroll bar. */
export function estimateHeight(row: Row | undefined): number {
  if (!row) return 24;
  const { message, content, pending } = row;
  let height = row.startsGroup ? 30 : 4;
  if (row.startsDay) height += 36;
  if (row.startsNew) height += 24;
  for (const line of content.split('\n', 40))
    height += linePx * Math.max(1, Math.ceil(line.length / charactersPerLine));
  if (pending?.urgent || message?.metadata?.urgent) height += 24;
  if (!message) return height + 16;
  for (const file of message.attachments) {
    const picture = kindOf(file) === 'picture' && message.attachments.length === 1;
    height += picture ? fitInto(file.width ?? 0, file.height ?? 0, alone).height : 52;
  }
  if (message.isPinned || message.isStarred) height += 16;
  if (message.reactions.length > 0) height += 28;
  if (message.thread) height += 36;
  const poll = message.metadata?.poll;
  return poll ? height + 40 + 40 * poll.options.length : height;
}
