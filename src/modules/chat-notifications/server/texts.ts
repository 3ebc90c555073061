import type { ChannelType } from '../../chat/server/public.ts';
import { maskCustomerData } from '../../data-guard/contract.ts';
import { previewOf as beginningOf } from '../../notifications/server/public.ts';
import type { ChangedRow } from './inputs/changes.ts';

/** The sender, and the place unless it is a direct message. */
export function titleOf(
  { shown_name: sender, thread_id }: ChangedRow,
  { type, name }: { type: ChannelType; name: string },
): string {
  const place = { direct: '', group: ' in a group' }[type as 'direct' | 'group'] ?? ` in ${name}`;
  return thread_id === null ? sender + place : `${sender} in a thread${place}`;
}

/** The beginning of the message, in one line. */
export const previewOf = (row: ChangedRow): string =>
  beginningOf(maskCustomerData(textOf(row)).replace(/\s+/g, ' ').trim());

/** The urgent reason, then the message. */
export const urgentPreviewOf = (row: ChangedRow): string =>
  [row.metadata?.urgent?.reason, previewOf(row)].filter(Boolean).join(': ');

function textOf({ content, metadata, attachments, message_type }: ChangedRow): string {
  if (message_type === 'poll') return `Poll: ${content}`;
  if (content.trim() !== '') return content;
  if (metadata?.forwarded) return `Forwarded: ${metadata.forwarded.content}`;
  const [first] = attachments;
  if (!first) return '';
  return attachments.length === 1 ? `Sent ${first.name}` : `Sent ${attachments.length} files`;
}
