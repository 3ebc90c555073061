import { Lexer, type Token as MarkedToken, type Tokens } from 'marked';
import { SafeTokenizer } from './tokenizer.ts';
import type { ExtraToken, Tokenize } from './tokens.ts';
import type { Block, Inline, Task } from './tree.ts';

/** Parsed texts are cached for scrolling. */
const keptTexts = 1_000;
/** More marks than this in one paragraph are not prose, and parsing is quadratic. */
const maxMarks = 500;

export interface Dialect<Extra extends ExtraToken> {
  tokenize: Tokenize<Extra>;
  /** Whether lines starting with `#` are headings. */
  headings: boolean;
  /** Whether an item starting with `[ ]` or `[x]` is a task. */
  tasks?: boolean;
  /** Maximum number of quotes, headings, code blocks and items; the rest stays as typed. */
  maxBlocks: number;
}

export type Parse<Extra extends ExtraToken> = (content: string) => readonly Block<Extra>[];

/** Parses texts into blocks; returns the same object for the same content. */
export function createParse<Extra extends ExtraToken>(dialect: Dialect<Extra>): Parse<Extra> {
  const cache = new Map<string, readonly Block<Extra>[]>();
  return (content) => {
    const known = cache.get(content);
    // Moved to the end: the least recently used entry is dropped first.
    if (known) cache.delete(content);
    const blocks = known ?? parse(content, dialect);
    cache.set(content, blocks);
    for (const oldest of cache.keys()) {
      if (cache.size <= keptTexts) break;
      cache.delete(oldest);
    }
    return blocks;
  };
}

function parse<Extra extends ExtraToken>(
  content: string,
  { tokenize, ...marks }: Dialect<Extra>,
): Block<Extra>[] {
  const lexer = new Lexer({ tokenizer: new SafeTokenizer(marks), gfm: true });
  return new Reader(lexer, tokenize).toBlocks(
    lexer.blockTokens(content.replace(/\r\n?/g, '\n'), []),
  );
}

class Reader<Extra extends ExtraToken> {
  readonly #lexer: Lexer;
  readonly #tokenize: Tokenize<Extra>;
  #tasks = 0;

  constructor(lexer: Lexer, tokenize: Tokenize<Extra>) {
    this.#lexer = lexer;
    this.#tokenize = tokenize;
  }

  toBlocks(tokens: readonly MarkedToken[]): Block<Extra>[] {
    const blocks: Block<Extra>[] = [];
    let text: string[] = [];
    const endText = () => {
      const children = this.#toText(text);
      if (children.length > 0) blocks.push({ kind: 'text', children });
      text = [];
    };
    for (const token of tokens) {
      const block = this.#toBlock(token);
      if (!block) {
        text.push(token.raw);
        continue;
      }
      endText();
      blocks.push(block);
    }
    endText();
    return blocks;
  }

  #toBlock(token: MarkedToken): Block<Extra> | null {
    if (token.type === 'code') {
      const { lang = '', text } = token as Tokens.Code;
      return { kind: 'code', language: lang.trim().slice(0, 40), text };
    }
    if (token.type === 'heading') {
      const { depth: level, text } = token as Tokens.Heading;
      return { kind: 'heading', level, children: this.#toInlines(text) };
    }
    if (token.type === 'blockquote')
      return { kind: 'quote', children: this.toBlocks(token.tokens ?? []) };
    if (token.type !== 'list') return null;
    return this.#toList(token as Tokens.List);
  }

  #toList({ start, items }: Tokens.List): Block<Extra> {
    const tasks: (Task | null)[] = [];
    const read = items.map(({ task, checked = false, tokens }) => {
      // Counted before nested ones, in text order.
      tasks.push(task ? { at: this.#tasks++, done: checked } : null);
      return this.toBlocks(tokens);
    });
    const list = { kind: 'list' as const, start: start === '' ? null : start, items: read };
    return tasks.some((task) => task) ? { ...list, tasks } : list;
  }

  /** Paragraphs separated by empty lines, each parsed by itself: no mark spans an empty line. */
  #toText(pieces: readonly string[]): Inline<Extra>[] {
    const joined = pieces.join('');
    const trimmed = joined.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
    return trimmed.split(/(\n[ \t]*\n\s*)/).flatMap((piece) => this.#toInlines(piece));
  }

  #toInlines(text: string): Inline<Extra>[] {
    if (text === '') return [];
    const marks = text.match(/[*~`[]/g)?.length ?? 0;
    if (marks === 0 || marks > maxMarks) return this.#tokenize(text);
    return this.#joined(this.#lexer.inlineTokens(text, []));
  }

  /** Merges adjacent text tokens, so that a URL or a name is not split. */
  #joined(tokens: readonly MarkedToken[]): Inline<Extra>[] {
    const inlines: Inline<Extra>[] = [];
    let text = '';
    for (const token of tokens) {
      const inline = this.#toInline(token);
      if (!inline) {
        text += token.raw;
        continue;
      }
      inlines.push(...this.#tokenize(text), inline);
      text = '';
    }
    return [...inlines, ...this.#tokenize(text)];
  }

  #toInline(token: MarkedToken): Inline<Extra> | null {
    if (token.type === 'codespan') return { kind: 'code', text: (token as Tokens.Codespan).text };
    if (token.type === 'link') {
      const { href, tokens } = token as Tokens.Link;
      return { kind: 'named', href, children: this.#joined(tokens).map(withoutLinks) };
    }
    if (token.type === 'strong' || token.type === 'em' || token.type === 'del')
      return { kind: token.type, children: this.#joined(token.tokens ?? []) };
    return null;
  }
}

/** Links cannot be nested. */
function withoutLinks<Extra extends ExtraToken>(inline: Inline<Extra>): Inline<Extra> {
  if ('children' in inline) return { ...inline, children: inline.children.map(withoutLinks) };
  return inline.kind === 'code' ? inline : { kind: 'text', text: inline.text };
}
