import { messageMaxLength } from '../../../chat/contract.ts';
import { type ImportedMessage, maxEmojiPerMessage } from '../../../chat/server/public.ts';
import type { Problem } from '../problems.ts';
import type { ChannelRow, MessageRow } from '../tables.ts';
import { fromMattermost } from '../words/mattermost.ts';
import { fromSlack } from '../words/slack.ts';
import type { Attachment } from './files.ts';
import { idOfMessage } from './ids.ts';
import type { Slice } from './slice.ts';

/** A message of the export with what was found out about it. */
export interface Prepared {
  message: MessageRow;
  clientMsgId: string;
  senderId: number;
  /** Empty only where it carries files. */
  content: string;
  attachments: readonly Attachment[];
  inThreadOf: ImportedMessage['inThreadOf'];
}

interface Drafted {
  /** One, or as many as a long one is cut into. */
  messages: ImportedMessage[];
  reactions: number;
  problems: Problem[];
}

/** Whoever has no account here is named in front of what they said. */
export const senderOf = (slice: Slice, { author }: MessageRow) =>
  (author !== null && slice.people.get(author)?.userId) || slice.standIn;

/** A message as it comes in. */
export function draft(
  slice: Slice,
  channel: ChannelRow,
  channelId: string,
  prepared: Prepared,
): Drafted {
  const { message, senderId, clientMsgId, content, attachments } = prepared;
  const { body } = message;
  const { reactions, problems } = reactionsOf(slice, message, channel.name || 'Direct messages');
  const common = {
    ...{ senderId, channel: channelId, createdAt: new Date(Math.floor(message.at_us / 1000)) },
    ...(body.editedAt !== undefined && { editedAt: new Date(body.editedAt) }),
    ...(slice.row.kind && { importedFrom: slice.row.kind }),
  };
  const pieces = cut(content);
  // What follows the first piece of a thread’s first message belongs to the timeline as well.
  const place = prepared.inThreadOf && { inThreadOf: prepared.inThreadOf };
  const isShown = prepared.inThreadOf !== undefined && body.isShown === true;
  const messages = pieces.map(
    (piece, part): ImportedMessage => ({
      ...common,
      ...place,
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
  /** Names of files that did not come along. */
  missing: readonly string[];
  /** It carries no files either. */
  isBare: boolean;
}

/** What it says here, and who said it where they have no account; nothing where it says nothing. */
export function textOf(
  slice: Slice,
  { message, senderId, missing, isBare }: SourceMessage,
): string {
  const { body, author } = message;
  const { row, dictionary, people } = slice;
  const read = row.kind === 'slack' ? fromSlack : fromMattermost;
  const said = read(body.text, dictionary);
  const text = [said, ...missing.map((name) => `📎 ${name}`)].filter(Boolean).join('\n');
  if (text === '' && isBare) return '';
  const person = author === null ? undefined : people.get(author);
  if (person?.userId === senderId) return text;
  const name = person?.name ?? body.name ?? author ?? 'Somebody';
  return `**${name.replace(/[*`~[\]@]/g, '').trim() || 'Somebody'}:** ${text}`.trim();
}

/** In pieces a message can hold, at the ends of lines or words where there are some near. */
export function cut(content: string): string[] {
  const pieces: string[] = [];
  let rest = content;
  while (rest.length > messageMaxLength) {
    const piece = rest.slice(0, messageMaxLength);
    const near = messageMaxLength * 0.8;
    const line = piece.lastIndexOf('\n');
    const word = piece.lastIndexOf(' ');
    const end = line > near ? line : word > near ? word : lastFullCharacter(piece);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' && pieces.length > 0 ? pieces : [...pieces, rest];
}

/** A sign of two halves is not cut in two. */
const lastFullCharacter = (piece: string) =>
  piece.isWellFormed() ? piece.length : piece.length - 1;

function reactionsOf({ people, emoji }: Slice, { body }: MessageRow, at: string) {
  const found = new Map<string, number[]>();
  const problems: Problem[] = [];
  for (const { code, people: who } of body.reactions ?? []) {
    const sign = emoji(code);
    if (sign === undefined) {
      problems.push({ at, error: `The reaction “${code}” is no emoji here and stays out` });
      continue;
    }
    const users = who.map((id) => people.get(id)?.userId ?? null).filter((id) => id !== null);
    if (users.length < who.length)
      problems.push({ at, error: 'A reaction of people without an account here stays out' });
    if (users.length > 0) found.set(sign, [...new Set([...(found.get(sign) ?? []), ...users])]);
  }
  if (found.size > maxEmojiPerMessage)
    problems.push({ at, error: `Of more than ${maxEmojiPerMessage} reactions the first came in` });
  const reactions = [...found]
    .slice(0, maxEmojiPerMessage)
    .map(([sign, users]) => ({ emoji: sign, users }));
  return { reactions, problems };
}
