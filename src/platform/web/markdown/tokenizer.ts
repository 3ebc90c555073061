import { Tokenizer, type Tokens } from 'marked';
import { takeHeading, takeList, takeParagraph, takeQuote } from './blocks.ts';
import { takeLink } from './links.ts';
import { createTokenize } from './tokens.ts';

/** Deeper nesting does not occur in real texts: from here on, text stays as typed. */
const maxDepth = 20;
const picture = /^!\[[^[\]\n]{0,1000}\]\([^\s()]{1,2000}\)/;
const code = /^(`{1,2})([^`\n]+)\1(?!`)/;
const box = /^\[([ xX])\][ \t]+(?=\S)/;
const address = /^https?:\/\/[^\s<>"]+/i;

const tokenize = createTokenize();

interface Marks {
  headings: boolean;
  tasks?: boolean | undefined;
  maxBlocks: number;
}

/**
 * The supported part of Markdown. Everything else (HTML, images, tables, rules, escapes, underscores, and headings
 * where disabled) is not recognized and stays as typed.
 */
export class SafeTokenizer extends Tokenizer {
  readonly #headings: boolean;
  readonly #tasks: boolean;
  /** Quotes, headings, code blocks and list items; a browser would struggle with many thousands. */
  #blocksLeft: number;
  #depth = 0;
  #inLink = false;

  constructor({ headings, tasks = false, maxBlocks }: Marks) {
    super();
    this.#blocksLeft = maxBlocks;
    this.#headings = headings;
    this.#tasks = tasks;
  }

  override heading(src: string): Tokens.Heading | undefined {
    if (!this.#headings || this.#depth > 0 || this.#blocksLeft <= 0) return undefined;
    const heading = takeHeading(src);
    if (!heading) return undefined;
    this.#blocksLeft -= 1;
    const { raw, level: depth, text } = heading;
    return { type: 'heading', raw, depth, text, tokens: [] };
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (this.#depth >= maxDepth || this.#blocksLeft <= 0) return undefined;
    const quote = takeQuote(src);
    if (!quote) return undefined;
    this.#blocksLeft -= 1;
    return { type: 'blockquote', ...quote, tokens: this.#deeper(() => this.#blocks(quote.text)) };
  }

  override fences(src: string): Tokens.Code | undefined {
    const block = this.#blocksLeft > 0 ? super.fences(src) : undefined;
    if (block) this.#blocksLeft -= 1;
    return block;
  }

  override list(src: string): Tokens.List | undefined {
    if (this.#depth >= maxDepth || this.#blocksLeft <= 0) return undefined;
    const list = takeList(src, this.#blocksLeft);
    if (!list) return undefined;
    this.#blocksLeft -= list.items.length;
    const items = list.items.map((raw) => {
      const [mark = '', sign] = (this.#tasks && box.exec(raw)) || [];
      const text = raw.slice(mark.length);
      return {
        type: 'list_item' as const,
        raw,
        text,
        loose: false,
        task: sign !== undefined,
        checked: sign?.toLowerCase() === 'x',
        tokens: this.#deeper(() => this.#blocks(text)),
      };
    });
    const { raw, start } = list;
    return { type: 'list', raw, ordered: start !== null, start: start ?? '', loose: false, items };
  }

  override paragraph(src: string): Tokens.Paragraph | undefined {
    const raw = takeParagraph(src, { headings: this.#headings });
    return raw ? { type: 'paragraph', raw, text: raw, tokens: [] } : undefined;
  }

  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    if (src.startsWith('!')) return textOf(picture.exec(src)?.[0]);
    const link = this.#inLink || !src.startsWith('[') ? undefined : takeLink(src);
    if (!link) return undefined;
    this.#inLink = true;
    const tokens = this.#deeper(() => this.lexer.inlineTokens(link.text));
    this.#inLink = false;
    return { type: 'link', ...link, title: null, tokens };
  }

  override emStrong(
    src: string,
    masked: string,
    before = '',
  ): Tokens.Em | Tokens.Strong | undefined {
    // 2*3*4 is a product.
    if (!src.startsWith('*') || /[\p{L}\p{N}]/u.test(before) || this.#depth >= maxDepth)
      return undefined;
    return this.#deeper(() => super.emStrong(src, masked, before));
  }

  override del(src: string, masked: string, before = ''): Tokens.Del | undefined {
    if (!/^~~(?!~)/.test(src) || this.#depth >= maxDepth) return undefined;
    return this.#deeper(() => super.del(src, masked, before));
  }

  override codespan(src: string): Tokens.Codespan | undefined {
    const found = code.exec(src);
    return found ? { type: 'codespan', raw: found[0], text: found[2] ?? '' } : undefined;
  }

  /** Bare URLs keep their asterisks; links are detected when the text is tokenized. */
  override url(src: string): Tokens.Link | undefined {
    const [link] = tokenize(address.exec(src)?.[0] ?? '');
    return textOf(link?.kind === 'link' ? link.text : undefined);
  }

  override code = nothing;
  override hr = nothing;
  override html = nothing;
  override def = nothing;
  override table = nothing;
  override lheading = nothing;
  override escape = nothing;
  override tag = nothing;
  override reflink = nothing;
  override autolink = nothing;
  override br = nothing;

  #blocks(text: string) {
    return this.lexer.blockTokens(text, []);
  }

  #deeper<Result>(act: () => Result): Result {
    this.#depth += 1;
    try {
      return act();
    } finally {
      this.#depth -= 1;
    }
  }
}

function nothing(): undefined {
  return undefined;
}

// The lexer accepts any token here; its types only know Markdown's own.
function textOf(raw: string | undefined): Tokens.Link | undefined {
  return raw ? ({ type: 'text', raw, text: raw } as unknown as Tokens.Link) : undefined;
}
