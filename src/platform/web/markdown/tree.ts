import type { ExtraToken, PlainToken } from './tokens.ts';

/** `Extra`: module-specific tokens in plain text besides links. */
export type Inline<Extra extends ExtraToken = never> =
  | PlainToken
  | Extra
  | { kind: 'strong' | 'em' | 'del'; children: Inline<Extra>[] }
  | { kind: 'code'; text: string }
  /** A link with its own text. */
  | { kind: 'named'; href: string; children: Inline<Extra>[] };

export type Block<Extra extends ExtraToken = never> =
  | { kind: 'text'; children: Inline<Extra>[] }
  | { kind: 'heading'; level: number; children: Inline<Extra>[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: Block<Extra>[] }
  /** `start` is null if the items are not numbered. `tasks`, if there are any: one per item, null for others. */
  | { kind: 'list'; start: number | null; items: Block<Extra>[][]; tasks?: (Task | null)[] };

/** A checkbox at the start of an item: `at` is its index in the whole text. */
export interface Task {
  at: number;
  done: boolean;
}

/** The text as read, without formatting: one line per block. */
export function plainText<Extra extends ExtraToken>(blocks: readonly Block<Extra>[]): string {
  return blocks.map(plainBlock).join('\n');
}

function plainBlock<Extra extends ExtraToken>(block: Block<Extra>): string {
  if (block.kind === 'text' || block.kind === 'heading')
    return block.children.map(plainInline).join('');
  if (block.kind === 'code') return block.text;
  if (block.kind === 'quote') return plainText(block.children);
  return block.items.map(plainText).join('\n');
}

function plainInline<Extra extends ExtraToken>(inline: Inline<Extra>): string {
  return 'children' in inline ? inline.children.map(plainInline).join('') : inline.text;
}
