import type { StoredAttachment } from '../../../attachments/server/public.ts';
import { messageMaxLength } from '../../../chat/contract.ts';
import { type ImportedMessage, maxEmojiPerMessage } from '../../../chat/server/public.ts';
import type { Problem } from '../problems.ts';
import type { ChannelRow, MessageRow } from '../tables.ts';
import { fromMattermost } from '../text/mattermost.ts';
import { fromSlack } from '../text/slack.ts';
import { idOfMessage } from './ids.ts';
import type { Slice } from './slice.ts';

/** A message of the export with everything needed to import it. */
export interface Prepared {
  message: MessageRow;
  clientMsgId: string;
  senderId: number;
  /** Empty only if it has files. */
  content: string;
  attachments: readonly StoredAttachment[];
  inThreadOf: ImportedMessage['inThreadOf'];
}

interface Converted {
  /** One, or several for a long message. */
  messages: ImportedMessage[];
  reactions: number;
  problems: Problem[];
}

/** The account that posts the message: its author’s, or else the fallback’s. */
export const senderOf = (slice: Slice, { author }: MessageRow) =>
  (author !== null && slice.people.get(author)?.userId) || slice.fallbackUserId;

/** A message as it will be stored. */
export function convertMessage(
  slice: Slice,
  channel: ChannelRow,
  channelId: string,
  prepared: Prepared,
): Converted {
  const { message, senderId, clientMsgId, content, attachments } = prepared;
  const { body } = message;
  const { reactions, problems } = reactionsOf(slice, message, channel.name || 'Direct messages');
  const common = {
    senderId,
    channel: channelId,
    createdAt: new Date(Math.floor(message.at_us / 1000)),
    ...(body.editedAt !== undefined && { editedAt: new Date(body.editedAt) }),
    ...(slice.row.kind && { importedFrom: slice.row.kind }),
  };
  const pieces = cut(content);
  // The remaining pieces of a thread’s long first message belong to the timeline as well.
  const thread = prepared.inThreadOf && { inThreadOf: prepared.inThreadOf };
  const isShown = prepared.inThreadOf !== undefined && body.isShown === true;
  const messages = pieces.map(
    (piece, part): ImportedMessage => ({
      ...common,
      ...thread,
      ...(isShown && { alsoToChannel: true }),
      content: piece,
      clientMsgId:
        part === 0 ? clientMsgId : idOfMessage(slice.row, channel, message.source_id, part),
      ...(part === 0 && reactions.length > 0 && { reactions }),
      ...(part === pieces.length - 1 && attachments.length > 0 && { attachments }),
    }),
  );
  return {
    messages,
    reactions: reactions.reduce((sum, { users }) => sum + users.length, 0),
    problems,
  };
}

interface SourceMessage {
  message: MessageRow;
  senderId: number;
  /** Names of files that could not be imported. */
  missing: readonly string[];
  /** It has no files either. */
  isBare: boolean;
}

/** Its text here, with the author's name if they have no account; blank if there is no content. */
export function textOf(
  slice: Slice,
  { message, senderId, missing, isBare }: SourceMessage,
): string {
  const { body, author } = message;
  const { row, dictionary, people } = slice;
  const read = row.kind === 'slack' ? fromSlack : fromMattermost;
  const converted = read(body.text, dictionary);
  const text = [converted, ...missing.map((name) => `📎 ${name}`)].filter(Boolean).join('\n');
  if (text === '' && isBare) return '';
  const person = author === null ? undefined : people.get(author);
  if (person?.userId === senderId) return text;
  const name = person?.name ?? body.name ?? author ?? 'Someone';
  return `**${name.replace(/[*`~[\]@]/g, '').trim() || 'Someone'}:** ${text}`.trim();
}

/** Splits a text to the maximum message length, at line ends or spaces if there are any nearby. */
export function cut(content: string): string[] {
  const pieces: string[] = [];
  let rest = content;
  while (rest.length > messageMaxLength) {
    const piece = rest.slice(0, messageMaxLength);
    const near = messageMaxLength * 0.8;
    const line = piece.lastIndexOf('\n');
    const space = piece.lastIndexOf(' ');
    const end = line > near ? line : space > near ? space : lastFullCharacter(piece);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' && pieces.length > 0 ? pieces : [...pieces, rest];
}

/** Never splits a surrogate pair. */
const lastFullCharacter = (piece: string) =>
  piece.isWellFormed() ? piece.length : piece.length - 1;

function reactionsOf({ people, emoji }: Slice, { body }: MessageRow, at: string) {
  const found = new Map<string, number[]>();
  const problems: Problem[] = [];
  for (const { code, people: who } of body.reactions ?? []) {
    const sign = emoji(code);
    if (sign === undefined) {
      problems.push({ at, error: `The reaction “${code}” is not an emoji here and was skipped` });
      continue;
    }
    const users = who.map((id) => people.get(id)?.userId ?? null).filter((id) => id !== null);
    if (users.length < who.length)
      problems.push({ at, error: 'A reaction of people without an account here was skipped' });
    if (users.length > 0) found.set(sign, [...new Set([...(found.get(sign) ?? []), ...users])]);
  }
  if (found.size > maxEmojiPerMessage)
    problems.push({ at, error: `Only the first ${maxEmojiPerMessage} reactions were imported` });
  const reactions = [...found]
    .slice(0, maxEmojiPerMessage)
    .map(([sign, users]) => ({ emoji: sign, users }));
  return { reactions, problems };
}
