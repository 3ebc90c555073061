import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Tokens = Record<string, string>;

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');

function block(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('}', start));
  const declared = [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)];
  return Object.fromEntries(declared.map(([, name, value]) => [name, value]));
}

const light = block(':root');
const dark = { ...light, ...block(':root[data-scheme="dark"]') };
const themes: Record<string, Tokens> = {
  light,
  dark,
  'high-contrast': { ...dark, ...block(':root[data-theme="high-contrast"]') },
  blue: { ...light, ...block(':root[data-theme="blue"]') },
  amber: { ...light, ...block(':root[data-theme="amber"]') },
};

const grounds = ['surface', 'raised', 'sunken', 'hover', 'fill'];
const states = ['success', 'warning', 'danger', 'info'];
const text: [string, string][] = [
  ...['text', 'muted', 'accent', 'accent-strong', ...states].flatMap((ink) =>
    grounds.map((ground): [string, string] => [ink, ground]),
  ),
  ...['accent', 'accent-hover', 'danger', 'danger-hover', ...states].map(
    (ground): [string, string] => ['accent-text', ground],
  ),
  ...['text', 'accent-strong'].map((ink): [string, string] => [ink, 'accent-surface']),
  ...states.flatMap((state): [string, string][] => [
    [`${state}-text`, `${state}-surface`],
    [`${state}-text`, 'surface'],
    ['text', `${state}-surface`],
  ]),
  ['surface', 'text'],
];

const marks = [
  'border-strong',
  'focus',
  'presence-online',
  'presence-away',
  'presence-busy',
  'presence-meeting',
  'store-ford',
  'store-hyundai',
  'store-chevrolet',
];
const graphics = marks.flatMap((ink) =>
  ['surface', 'raised', 'sunken'].map((ground): [string, string] => [ink, ground]),
);

describe.each(Object.keys(themes))('%s', (name) => {
  const tokens = themes[name] ?? {};
  const least = name === 'high-contrast' ? 7 : 4.5;

  test(`text has a contrast of at least ${least} to 1`, () => {
    expect(tooFaint(tokens, text, least)).toEqual([]);
  });

  test('field borders, focus rings and marks have a contrast of at least 3 to 1', () => {
    expect(tooFaint(tokens, graphics, 3)).toEqual([]);
  });
});

function tooFaint(tokens: Tokens, pairs: [string, string][], least: number): string[] {
  return pairs
    .map(([ink, ground]) => ({ ink, ground, ratio: contrast(tokens[ink], tokens[ground]) }))
    .filter(({ ratio }) => !(ratio >= least))
    .map(({ ink, ground, ratio }) => `${ink} on ${ground}: ${ratio.toFixed(2)}`);
}

function contrast(one = '', other = ''): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? Number.NaN) + 0.05) / ((low ?? Number.NaN) + 0.05);
}

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return (
    0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN)
  );
}
