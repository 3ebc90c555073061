import { expect, test } from 'vitest';
import { asDocument } from '../document.ts';

test('a mail is a whole document, named after its subject', () => {
  const whole = asDocument('Tom & <Ann>', '<p>Hello</p>');
  expect(whole).toContain('<title>Tom &amp; &lt;Ann&gt;</title>');
  expect(whole).toContain('<html lang="en">');
  expect(whole).toContain('<p>Hello</p>');
});

test('what administrators wrote as a document stays as it is', () => {
  const own = '<!doctype html><HTML lang="es"><body>Hola</body></HTML>';
  expect(asDocument('Hola', own)).toBe(own);
});
