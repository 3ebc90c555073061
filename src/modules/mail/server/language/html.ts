/** A tag, or the text between two. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close'; tag: string; attributes: readonly Attribute[] };

export interface Attribute {
  name: string;
  /** Without character references. */
  value: string;
}

/** Markup that browsers might parse differently than this parser. */
export class UnclearMarkup extends Error {}

const doctype = /^\s*<!doctype html>/i;
const opening = /<(\/?)([a-z][a-z0-9]*)/iy;
const attribute = /\s+([a-z][a-z-]*)(?:="([^"]*)"|='([^']*)')?(?=[\s/>])/iy;
const closing = /\s*\/?>/y;

/**
 * Parses HTML that has only text and tags with quoted attributes. Anything else throws `UnclearMarkup`:
 * comments, declarations, unquoted attributes, unclosed tags. So every email client sees the tags that are
 * checked here.
 */
export function readHtml(source: string): Piece[] {
  const pieces: Piece[] = [];
  let at = doctype.exec(source)?.[0].length ?? 0;
  let text = '';
  while (at < source.length) {
    const next = source.indexOf('<', at);
    if (next < 0) {
      text += source.slice(at);
      break;
    }
    text += source.slice(at, next);
    // “1 < 2” is text to every browser.
    if (/\s/.test(source.charAt(next + 1))) {
      text += '<';
      at = next + 1;
      continue;
    }
    if (text) pieces.push({ kind: 'text', text: decode(text) });
    text = '';
    const [piece, end] = readTag(source, next);
    pieces.push(piece);
    at = end;
  }
  if (text) pieces.push({ kind: 'text', text: decode(text) });
  return pieces;
}

function readTag(source: string, start: number): [Piece, number] {
  const unclear = () =>
    new UnclearMarkup(`“${source.slice(start, start + 40)}” isn’t a valid tag.`);
  opening.lastIndex = start;
  const open = opening.exec(source);
  if (!open) throw unclear();
  const attributes: Attribute[] = [];
  let at = opening.lastIndex;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(source);
    if (!found) break;
    const [, name = '', double, single] = found;
    attributes.push({ name: name.toLowerCase(), value: decode(double ?? single ?? '') });
    at = attribute.lastIndex;
  }
  closing.lastIndex = at;
  if (!closing.test(source)) throw unclear();
  const kind = open[1] ? 'close' : 'open';
  return [{ kind, tag: (open[2] ?? '').toLowerCase(), attributes }, closing.lastIndex];
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  rarr: '→',
  larr: '←',
  euro: '€',
  times: '×',
};

function decode(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z][a-z0-9]*)(?=;));?/gi,
    (all, hex, dec, name) => {
      if (name !== undefined) {
        const sign = Object.hasOwn(named, name) ? named[name] : undefined;
        if (sign !== undefined) return sign;
        throw new UnclearMarkup(`${all} isn’t supported. Use the character itself.`);
      }
      const code = hex === undefined ? Number.parseInt(dec, 10) : Number.parseInt(hex, 16);
      if (code > 0x10ffff) throw new UnclearMarkup(`${all} isn’t a valid character.`);
      return String.fromCodePoint(code);
    },
  );
}
