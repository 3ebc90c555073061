import type { ExtraToken, PlainToken } from './tokens.ts';

/** `Extra`: what the room that shows it finds in plain text beside addresses. */
export type Inline<Extra extends ExtraToken = never> =
  | PlainToken
  | Extra
  | { kind: 'strong' | 'em' | 'del'; children: Inline<Extra>[] }
  | { kind: 'code'; text: string }
  /** A link with words of its own. */
  | { kind: 'named'; href: string; children: Inline<Extra>[] };

export type Block<Extra extends ExtraToken = never> =
  | { kind: 'text'; children: Inline<Extra>[] }
  | { kind: 'heading'; level: number; children: Inline<Extra>[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: Block<Extra>[] }
  /** `start` is null where the items are not numbered. `tasks`, where some are: per item, null for the others. */
  | { kind: 'list'; start: number | null; items: Block<Extra>[][]; tasks?: (Task | null)[] };

/** A box at the beginning of an item: `at` counts those of the whole text from 0. */
export interface Task {
  at: number;
  done: boolean;
}

/** What a reader sees, without its shape: one line per block. */
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
