export type PlainToken =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string };

/** Module-specific tokens in plain text besides links, such as mentions. */
export interface TokenKind<Extra> {
  /** A regular expression, matched case-insensitively. */
  pattern: string;
  read: (found: string) => Extra;
}

/** A token that has a meaning for the module; its text is preserved. */
export interface ExtraToken {
  kind: string;
  text: string;
}

export type Tokenize<Extra extends ExtraToken> = (text: string) => (PlainToken | Extra)[];

const address = String.raw`https?:\/\/[^\s<>"]+`;
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Splits plain text into links, tokens of `kind` between them, and the rest. */
export function createTokenize<Extra extends ExtraToken = never>(
  kind?: TokenKind<Extra>,
): Tokenize<Extra> {
  // Bounded: each alternative starts with a character that it does not repeat.
  const special = new RegExp(kind ? `${address}|${kind.pattern}` : address, 'giu');
  return (text) => {
    const tokens: (PlainToken | Extra)[] = [];
    let end = 0;
    for (const match of text.matchAll(special)) {
      const token = /^https?:\/\//i.test(match[0]) ? link(match[0]) : kind?.read(match[0]);
      if (!token) continue;
      if (match.index > end) tokens.push({ kind: 'text', text: text.slice(end, match.index) });
      tokens.push(token);
      end = match.index + token.text.length;
    }
    if (end < text.length) tokens.push({ kind: 'text', text: text.slice(end) });
    return tokens;
  };
}

function link(found: string): PlainToken | null {
  const text = withoutEndOfSentence(found);
  const url = URL.parse(text);
  if (!url?.hostname || !/^https?:$/.test(url.protocol)) return null;
  return { kind: 'link', text, href: url.href };
}

/** The period after a URL, or the parenthesis around it, belongs to the sentence. */
function withoutEndOfSentence(address: string): string {
  const count = new Map<string, number>();
  for (const character of address) count.set(character, (count.get(character) ?? 0) + 1);
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    const opening = pairs[last];
    const closesNothing = opening && (count.get(last) ?? 0) > (count.get(opening) ?? 0);
    if (!closesNothing && !/[.,;:!?'*_~]/.test(last)) break;
    count.set(last, (count.get(last) ?? 0) - 1);
  }
  return address.slice(0, end);
}
