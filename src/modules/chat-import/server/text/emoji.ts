import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The emoji of a shortcode without its colons; undefined for custom emoji. */
export type FindEmoji = (code: string) => string | undefined;

const require = createRequire(import.meta.url);
// Slack’s names come first: where they differ from GitHub’s, which Mattermost uses, both are known.
const lists = ['github', 'joypixels', 'iamcal'];
// Bounded: a fixed list of emoji.
const oneEmoji = /^\p{RGI_Emoji}$/v;

let loading: Promise<FindEmoji> | undefined;

export function loadEmoji(): Promise<FindEmoji> {
  loading ??= load();
  return loading;
}

async function load(): Promise<FindEmoji> {
  const table = new Map<string, string>();
  for (const list of lists) {
    const path = require.resolve(`emojibase-data/en/shortcodes/${list}.json`);
    const known: Record<string, string | string[]> = JSON.parse(await readFile(path, 'utf8'));
    for (const [points, codes] of Object.entries(known)) {
      const emoji = fromPoints(points);
      if (emoji) for (const code of [codes].flat()) table.set(code, emoji);
    }
  }
  return (written) => {
    const [code = '', tone = ''] = written.toLowerCase().split('::');
    const emoji = table.get(code) ?? table.get(code.replaceAll('-', '_'));
    return emoji && (toned(emoji, tone) ?? emoji);
  };
}

function fromPoints(points: string): string | undefined {
  const signs = points.split('-').map((point) => Number.parseInt(point, 16));
  if (signs.some((sign) => !Number.isInteger(sign))) return undefined;
  return asShown(String.fromCodePoint(...signs));
}

/** Some are only emoji with a variation selector. */
const asShown = (emoji: string) =>
  [emoji, `${emoji}\uFE0F`, emoji.replaceAll('\uFE0F', '')].find((form) => oneEmoji.test(form));

const lightest = 0x1f3fb;

/** `skin-tone-2` is the lightest, `skin-tone-6` the darkest. */
function toned(emoji: string, tone: string): string | undefined {
  const [, number] = /^skin-tone-([2-6])$/.exec(tone) ?? [];
  if (!number) return undefined;
  const [first = '', ...rest] = [...emoji.replaceAll('\uFE0F', '')];
  return asShown(first + String.fromCodePoint(lightest + Number(number) - 2) + rest.join(''));
}
