import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as tree from '../../../platform/web/markdown/tree.ts';
import { type MessageToken, parseMessage } from '../web/messages/text/parse.ts';

type Block = tree.Block<MessageToken>;
type Inline = tree.Inline<MessageToken>;

const plain = (text: string) => tree.plainText(parseMessage(text));

function inlinesOf(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block): Inline[] => {
    if (block.kind === 'text') return block.children.flatMap(all);
    if (block.kind === 'quote') return inlinesOf(block.children);
    return block.kind === 'list' ? block.items.flatMap(inlinesOf) : [];
  });
}

function all(inline: Inline): Inline[] {
  return 'children' in inline ? [inline, ...inline.children.flatMap(all)] : [inline];
}

const hrefs = (text: string) =>
  inlinesOf(parseMessage(text)).flatMap((one) => ('href' in one ? [one.href] : []));
const kinds = (text: string) => inlinesOf(parseMessage(text)).map(({ kind }) => kind);
const blocks = (text: string) => parseMessage(text).map(({ kind }) => kind);

describe('a message', () => {
  it('supports emphasis, strikethrough and quotes', () => {
    expect(plain('a **b** *c* ~~d~~ `e`')).toBe('a b c d e');
    expect(kinds('**b** *c* ~~d~~ `e`').filter((kind) => kind !== 'text')).toEqual([
      'strong',
      'em',
      'del',
      'code',
    ]);
    expect(blocks('> one\n> two\nmine')).toEqual(['quote', 'text']);
    expect(plain('> one\n> two\nmine')).toBe('one\ntwo\nmine');
  });

  it('keeps its line breaks and empty lines', () => {
    expect(plain('a\nb\n\n\nc\n    d\te')).toBe('a\nb\n\n\nc\n    d\te');
    expect(blocks('a\nb\n\n\nc')).toEqual(['text']);
  });

  it('has lists, starting with their first number', () => {
    expect(parseMessage('3. c\n4. d')).toMatchObject([{ kind: 'list', start: 3 }]);
    expect(parseMessage('- a\n  - b\n- c')).toMatchObject([
      { kind: 'list', start: null, items: [[{}, { kind: 'list' }], [{}]] },
    ]);
    expect(blocks('- a\nnot an item')).toEqual(['list', 'text']);
    expect(blocks('We opened in\n1998. It rained.')).toEqual(['text']);
  });

  it('shows code unchanged', () => {
    const [code] = parseMessage('```ts\nconst a = `**b**`;\n\n<i>&amp;</i>\n```');
    expect(code).toEqual({
      kind: 'code',
      language: 'ts',
      text: 'const a = `**b**`;\n\n<i>&amp;</i>',
    });
  });

  it('finds links and mentions inside other marks', () => {
    expect(hrefs('**see https://a.example/x*y*z** @ann')).toEqual(['https://a.example/x*y*z']);
    expect(kinds('*@ann*')).toEqual(['em', 'mention']);
    expect(hrefs('[the **bulletin**](https://a.example/b_(c))')).toEqual([
      'https://a.example/b_(c)',
    ]);
  });
});

describe('text without marks is shown as typed', () => {
  it.each([
    'snake_case_name and __init__ and _draft_',
    '2*3*4 = 24, 5 * 6',
    '\\*not escaped\\* C:\\*.txt \\\\server\\share',
    '# no heading\n#hash',
    'Title\n===\nOther\n---',
    '***\n---\n___',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<b>bold</b> <br> <!-- no --> <https://a.example>',
    '&amp; &lt; &#60; &copy; &nbsp;',
    '![picture](https://a.example/a.png)',
    '[ref][1]\n\n[1]: https://a.example',
    '- ',
    '>:( and 5 > 3',
    '~one~ ~ ~~ ~~~~',
    '** ** * * ``',
    '    four spaces\n\ttab',
  ])('%j', (text) => {
    expect(plain(text)).toBe(text.trimEnd());
    expect(blocks(text)).toEqual(['text']);
  });

  it('keeps every letter', async () => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
    const piece = constantFrom(
      ...[
        '*',
        '**',
        '~~',
        '`',
        '```\n',
        '[',
        '](',
        ')',
        '> ',
        '- ',
        '1. ',
        '\n',
        '\n\n',
        ' ',
        '  ',
      ],
      ...['x', 'ü', 'word', '<b>', '&amp;', 'https://a.example', '@ann', '\\', '#', '!', '|', '_'],
    );
    await assert(
      property(array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        // The word after a fence names its language, and an address may have its own text.
        if (/```|~~~|\]\(https/.test(text)) return true;
        return letters(plain(text)) === letters(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/logout)',
  '[x](https:evil)',
  '[x](http://)',
  '[x](https://a.example"onmouseover="alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](https://a.example "title" onclick=alert(1))',
  '[x]( javascript:alert(1) )',
  '![x](javascript:alert(1))',
  '![x"onerror="alert(1)](https://a.example/a.png)',
  '<javascript:alert(1)>',
  '[[x](javascript:alert(1))](javascript:alert(2))',
  '[x][y]\n\n[y]: javascript:alert(1)',
  'javascript:alert(1)',
  '\u202Ehttps://moc.live\u202C',
  '[x](https://a.example/\u202Egnp.exe)',
  '{{constructor.constructor("alert(1)")()}}',
  '`<img src=x onerror=alert(1)>`',
  '**<img src=x onerror=alert(1)>**',
  '> <script>alert(1)</script>',
  '- <script>alert(1)</script>',
  '```<script>\nalert(1)\n```',
  '\u0000<script>\u0000',
];

describe('malicious text', () => {
  it.each(attacks)('is harmless: %j', (text) => {
    for (const href of hrefs(text)) expect(href).toMatch(/^(https?:\/\/|mailto:)[^\s"<>]+$/);
    const isMarked = /^[`*>-]|```/.test(text);
    if (!isMarked) expect(plain(text)).toBe(text);
    expect(plain(text)).toContain(/alert|evil|moc/.exec(text)?.[0] ?? '');
  });

  it('cannot show one address and link to another', () => {
    expect(hrefs('[forecourt.example](https://evil.example)')).toEqual(['https://evil.example/']);
    expect(kinds('[forecourt.example](https://evil.example)')).not.toContain('named');
    expect(kinds('[www.evil.example](https://evil.example/a)')).toContain('named');
    expect(kinds('[our site](https://evil.example)')).toContain('named');
  });

  it('cannot nest without limit', () => {
    const depth = (list: readonly Block[]): number =>
      Math.max(
        0,
        ...list.map((block) => {
          if (block.kind === 'quote') return 1 + depth(block.children);
          return block.kind === 'list' ? 1 + Math.max(...block.items.map(depth)) : 0;
        }),
      );
    expect(depth(parseMessage('> '.repeat(8_000)))).toBeLessThanOrEqual(20);
    expect(depth(parseMessage('- '.repeat(8_000)))).toBeLessThanOrEqual(20);
    const nestedList = Array.from({ length: 100 }, (_, level) => `${'  '.repeat(level)}- x`).join(
      '\n',
    );
    expect(depth(parseMessage(nestedList))).toBeLessThanOrEqual(20);
  });

  it.each([
    '[',
    '![',
    '*a ',
    '**a',
    '> ',
    '- ',
    '- a\n',
    '`',
    '`a',
    '~~a',
    '<',
    '\\',
    '1. a\n',
    '-\n',
  ])('cannot slow it down: %j', (piece) => {
    const text = piece.repeat(16_000 / piece.length);
    const letters = text.replace(/[^a-z]/g, '');
    expect(plain(text).replace(/[^a-z]/g, '')).toBe(letters);
  });
});
