import { expect, test } from 'vitest';
import { asDocument } from '../document.ts';

test('an email is a complete document, titled with its subject', () => {
  const html = asDocument('Tom & <Ann>', '<p>Hello</p>');
  expect(html).toContain('<title>Tom &amp; &lt;Ann&gt;</title>');
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<p>Hello</p>');
});

test('an HTML document written by administrators is left unchanged', () => {
  const own = '<!doctype html><HTML lang="es"><body>Hola</body></HTML>';
  expect(asDocument('Hola', own)).toBe(own);
});
