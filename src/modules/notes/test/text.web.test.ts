import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../platform/web/markdown/tree.ts';
import { NoteText, parseNote } from '../web/parts/NoteText.tsx';

const html = (content: string, isPreview = false) =>
  renderToStaticMarkup(createElement(NoteText, { content, isPreview }));

describe('a note', () => {
  it('renders headings, lists, quotes, code and links', () => {
    expect(html('# Tires\nsome *words*\n## Winter\n- a\n- b')).toMatch(
      /<h3[^>]*>Tires<\/h3>.*<em>words<\/em>.*<h4[^>]*>Winter<\/h4><ul/s,
    );
    expect(html('[the bulletin](https://a.example/b)')).toContain('href="https://a.example/b"');
    expect(html('[the bulletin](https://a.example/b)', true)).not.toContain('href');
    expect(plainText(parseNote('#no heading\n#1 best'))).toBe('#no heading\n#1 best');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\u0000script:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox(1))',
    '[x](//evil.example)',
    '<a href="javascript:alert(1)">x</a>',
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<iframe src="https://evil.example"></iframe>',
    '![x](https://evil.example/pixel.png)',
    '# <img src=https://evil.example/pixel.png>',
    '- <svg onload=alert(1)>',
    '> **<object data="https://evil.example">**',
    '[![x](https://evil.example/p.png)](javascript:alert(1))',
    '[x]: javascript:alert(1)\n[x]',
    '`<script>alert(1)</script>`',
  ])('never runs or loads anything: %j', (content) => {
    const shown = html(content);
    expect(shown).not.toMatch(
      /<(script|img|iframe|svg(?![^>]*aria-hidden)|object|style|link|base)/i,
    );
    const urls = [...shown.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    for (const url of urls) expect(url).toMatch(/^https?:\/\//);
    expect(shown).not.toMatch(/\son\w+="/i);
  });

  it('keeps code unchanged', () => {
    const [block] = parseNote('```html\n<script>alert(1)</script>\n```');
    expect(block).toEqual({ kind: 'code', language: 'html', text: '<script>alert(1)</script>' });
  });

  it.each(['a ', '# x\n', '- a\n', '> ', '*a ', '[', '`', 'x', '1. a\n', '# '])(
    'may be 100,000 characters long: %j',
    (piece) => {
      const content = piece.repeat(100_000 / piece.length);
      const letters = (text: string) => text.replace(/[^a-z]/g, '');
      expect(letters(plainText(parseNote(content)))).toBe(letters(content));
    },
  );
});
