import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../web/messages/text/parse.ts';

const links = (text: string) =>
  tokenize(text).flatMap((token) => (token.kind === 'link' ? [token.text] : []));
const mentions = (text: string) =>
  tokenize(text).flatMap((token) => (token.kind === 'mention' ? [token.username] : []));

describe('links', () => {
  it('are http and https addresses, and nothing else', () => {
    expect(links('see https://a.example/x?y=1#z and http://b.example')).toEqual([
      'https://a.example/x?y=1#z',
      'http://b.example',
    ]);
    expect(links('javascript:alert(1) data:text/html,x ftp://a.example //a.example')).toEqual([]);
    expect(links('http:// https:///path')).not.toContain('http://');
  });

  it('end before the sentence’s punctuation', () => {
    expect(links('(https://a.example/b).')).toEqual(['https://a.example/b']);
    expect(links('https://a.example/wiki/Car_(model), ok?')).toEqual([
      'https://a.example/wiki/Car_(model)',
    ]);
    expect(links('Really https://a.example/?! <https://b.example>')).toEqual([
      'https://a.example/',
      'https://b.example',
    ]);
  });

  it('lead to the address shown', () => {
    const [link] = tokenize('https://a.example/ü');
    expect(link).toEqual({
      kind: 'link',
      text: 'https://a.example/ü',
      href: 'https://a.example/%C3%BC',
    });
  });
});

describe('mentions', () => {
  it('are words after an @, without a trailing period', () => {
    expect(mentions('@Ann, ask @bo.hall. (@carla)')).toEqual(['ann', 'bo.hall', 'carla']);
  });

  it('are not email addresses or parts of links', () => {
    expect(mentions('ann@example.com a.b@c @')).toEqual([]);
    expect(mentions('https://a.example/@ann')).toEqual([]);
  });
});

it('loses and changes nothing of the text', async () => {
  const joined = (text: string) =>
    tokenize(text)
      .map((token) => token.text)
      .join('');
  const piece = constantFrom(
    'http',
    's://',
    'a.example',
    '@',
    'ann',
    '.',
    ')',
    '(',
    ' ',
    '\n',
    'ü',
    '👍',
  );
  await assert(property(array(piece), (pieces) => joined(pieces.join('')) === pieces.join('')));
});
