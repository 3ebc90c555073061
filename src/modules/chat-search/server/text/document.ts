import { codesIn } from '../../../../platform/server/text/codes.ts';
import { datesIn, marksOf } from '../../../../platform/server/text/dates.ts';
import { stemOf } from '../../../../platform/server/text/stem.ts';
import { wordsOf } from '../../../../platform/server/text/tokens.ts';
import type { ChatMessage } from '../../../chat/contract.ts';

/** Properties of a message that can be searched, as stored in its index text. */
export type Mark = (typeof kinds)[number];
const kinds = [
  'file',
  'image',
  'link',
  'poll',
  'reaction',
  'thread',
  'pinned',
  'edited',
  'reply',
  'urgent',
] as const;

/** Indexed words contain no `#`, so users cannot write a mark. */
export const markText = (mark: Mark) => `#${mark}`;
export const stemText = (stem: string) => `=${stem}`;

/** The searchable fields of a message. */
export interface Searched {
  content: string;
  metadata: ChatMessage['metadata'];
  attachments: readonly { name: string; type: 'image' | 'file' }[];
  reactionCount: number;
  replyCount: number;
  isReply: boolean;
  isPinned: boolean;
  isEdited: boolean;
}

/** The visible texts of a message, in order. */
export function textsOf({
  content,
  metadata,
  attachments,
}: Pick<Searched, 'content' | 'metadata' | 'attachments'>): string[] {
  return [
    content,
    ...(metadata?.forwarded ? [metadata.forwarded.content] : []),
    ...(metadata?.poll ? metadata.poll.options.map(({ text }) => text) : []),
    ...attachments.map(({ name }) => name),
  ].filter((text) => text !== '');
}

function marksIn(message: Searched): Mark[] {
  const { attachments, metadata, content } = message;
  const has: Record<Mark, boolean> = {
    file: attachments.some(({ type }) => type === 'file'),
    image: attachments.some(({ type }) => type === 'image'),
    link: /\bhttps?:\/\/\S/i.test(`${content} ${metadata?.forwarded?.content ?? ''}`),
    poll: metadata?.poll !== undefined,
    reaction: message.reactionCount > 0,
    thread: message.replyCount > 0,
    pinned: message.isPinned,
    edited: message.isEdited,
    reply: message.isReply,
    urgent: metadata?.urgent !== undefined,
  };
  return kinds.filter((kind) => has[kind]);
}

/**
 * Builds the index text. One line per text, so that no phrase spans two; a space around each word, so
 * that whole words can be matched.
 */
export function indexText(texts: readonly string[], message?: Searched): string {
  const codes = new Set<string>();
  const found = new Set<string>();
  const lines: string[] = [];
  for (const text of texts) {
    const words = wordsOf(text);
    lines.push(words.map((word) => word.text).join(' '));
    for (const code of codesIn(text, words)) codes.add(code);
    for (const date of datesIn(text)) for (const mark of marksOf(date)) codes.add(mark);
    for (const word of words) {
      const stem = stemOf(word.text);
      if (stem && stem !== word.text) found.add(stemText(stem));
    }
  }
  const marks = message ? marksIn(message).map(markText) : [];
  lines.push([...codes].join(' '), [...found, ...marks].join(' '));
  return lines
    .filter((line) => line !== '')
    .map((line) => ` ${line} `)
    .join('\n');
}
