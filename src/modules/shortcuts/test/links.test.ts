import { expect, test } from 'vitest';
import { isBackgroundAddress, isOwnPath, isSafeLink } from '../contract/links.ts';

test.each([
  'https://example.com',
  'http://example.com:8080/path?a=1&b=%20#part',
  'HTTPS://Example.com/',
  'https://例え.jp/ä',
  'https://[2607:f8b0:4005::2003]/',
  'https://example.com/@someone',
  'mailto:it@larkfield.example',
  'mailto:it@larkfield.example?subject=Help',
])('%s is a safe link', (link) => {
  expect(isSafeLink(link)).toBe(true);
});

test.each([
  '',
  'example.com',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'java\u00adscript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://example.com/0b5e',
  'file:///etc/passwd',
  'filesystem:https://example.com/temporary/x',
  'view-source:https://example.com',
  'about:blank',
  'ftp://example.com',
  'tel:+15125550100',
  '//example.com',
  '/path',
  '\\\\example.com',
  'https:\\\\example.com',
  'https:/example.com',
  'https:example.com',
  'https:///example.com',
  'https://',
  'https://exa mple.com',
  'https://example.com/\u202egpj.exe',
  'https://example.com\u200b.evil.example',
  'https://name:word@example.com',
  'https://example.com@evil.example',
  'https://@evil.example',
  'https://example.com%40@evil.example/',
  'mailto:',
  'mailto:nobody',
  'mailto:?subject=x',
])('%j is not a safe link', (link) => {
  expect(isSafeLink(link)).toBe(false);
});

test.each(['/auth-1.svg', '/api/heimdall-backgrounds/417', '/a/b.png?x=1'])(
  '%s is a path on this server',
  (path) => {
    expect([isOwnPath(path), isBackgroundAddress(path)]).toEqual([true, true]);
  },
);

test.each(['//evil.example/x.png', '/\\evil.example', '/\t/evil.example', 'x.png', '', '/a b'])(
  '%j is not a path on this server',
  (path) => {
    expect([isOwnPath(path), isBackgroundAddress(path)]).toEqual([false, false]);
  },
);

test('a background is not a mailto link', () => {
  expect(isBackgroundAddress('mailto:it@larkfield.example')).toBe(false);
  expect(isBackgroundAddress('https://example.com/x.jpg')).toBe(true);
});
