export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; username: string };

/** A web address, or an @word that does not stand inside another word (as in an e-mail address). */
const special =
  /https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}._%+-])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/giu;
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Plain text taken apart into what is a link, what is a mention and the rest; nothing is lost. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(special)) {
    const token = match[0].startsWith('@') ? mention(match[0]) : link(match[0]);
    if (!token) continue;
    if (match.index > end) tokens.push({ kind: 'text', text: text.slice(end, match.index) });
    tokens.push(token);
    end = match.index + token.text.length;
  }
  if (end < text.length) tokens.push({ kind: 'text', text: text.slice(end) });
  return tokens;
}

function mention(text: string): Token {
  return { kind: 'mention', text, username: text.slice(1).toLowerCase() };
}

function link(found: string): Token | null {
  const text = withoutEndOfSentence(found);
  const url = URL.parse(text);
  if (!url?.hostname || !/^https?:$/.test(url.protocol)) return null;
  return { kind: 'link', text, href: url.href };
}

/** The full stop after an address, or the bracket around it, is the sentence's. */
function withoutEndOfSentence(address: string): string {
  let text = address;
  for (;;) {
    const last = text.at(-1) ?? '';
    const opening = pairs[last];
    const closesNothing = opening !== undefined && count(text, last) > count(text, opening);
    if (!closesNothing && !/[.,;:!?'*_~]/.test(last)) return text;
    text = text.slice(0, -1);
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
