import { beforeAll, expect, test } from 'vitest';
import { cut } from '../server/running/convert.ts';
import { loadEmoji } from '../server/text/emoji.ts';
import { fromMattermost } from '../server/text/mattermost.ts';
import type { Dictionary } from '../server/text/messages.ts';
import { fromSlack } from '../server/text/slack.ts';

let dictionary: Dictionary;
beforeAll(async () => {
  const amy = { username: 'amy', name: 'Amy Ames' };
  const cy = { username: null, name: 'Cy Gone' };
  dictionary = {
    byId: (id) => ({ U1: amy, U3: cy })[id],
    byHandle: (handle) => ({ 'amy.a': amy, cy })[handle],
    emoji: await loadEmoji(),
  };
});

const slack: [string, string][] = [
  ['*bold* _it_ ~s~', '**bold** *it* ~~s~~'],
  ['2*3*4 snake_case_name', '2*3*4 snake_case_name'],
  ['*_both_*', '***both***'],
  ['<@U1> <@U3> <@U9|zoe> <@U9>', '@amy Cy Gone zoe someone'],
  ['<!here> <!channel> <!everyone> <!subteam^S1|@sales>', '@here @channel @channel sales'],
  ['<#C1|general>', '#general'],
  ['<!date^1392734382^{date}|Feb 18, 2014>', 'Feb 18, 2014'],
  ['<https://a.example/x_y_z>', 'https://a.example/x_y_z'],
  ['<https://a.example/?q=1&amp;r=2|the *list*>', '[the *list*](https://a.example/?q=1&r=2)'],
  ['<https://a.example/(x)|list>', 'list (https://a.example/(x))'],
  ['<javascript:alert(1)|press>', 'press (javascript:alert(1))'],
  ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
  ['&lt;b&gt; &amp;lt;', '<b> &lt;'],
  ['`*x* &lt;` ```_y_ :tada:```', '`*x* <` ```_y_ :tada:```'],
  [
    ':tada: :+1::skin-tone-6: :flag-us: :no_such_one: 10:30:45',
    '🎉 👍🏿 🇺🇸 :no_such_one: 10:30:45',
  ],
  ['\uE0000\uE001 stays', '0 stays'],
  ['&gt; quoted', '> quoted'],
];
test.for(slack)('Slack’s %s', ([written, expected]) => {
  expect(fromSlack(written, dictionary)).toBe(expected);
});

const mattermost: [string, string][] = [
  ['@amy.a. and @cy, @nobody', '@amy. and Cy Gone, @nobody'],
  ['@all @channel @here', '@channel @channel @here'],
  ['**bold** _it_ __strong__ ~~s~~', '**bold** *it* **strong** ~~s~~'],
  ['`@amy.a _x_` https://a.example/_x_', '`@amy.a _x_` https://a.example/_x_'],
  [':white_check_mark:', '✅'],
];
test.for(mattermost)('Mattermost’s %s', ([written, expected]) => {
  expect(fromMattermost(written, dictionary)).toBe(expected);
});

test('a long text is split at word boundaries, and nothing of it is lost', () => {
  const longText = Array.from({ length: 9_000 }, (_, n) => `w${n}`).join(' ');
  const pieces = cut(longText);
  expect(pieces.every((piece) => piece.length <= 16_000)).toBe(true);
  expect(pieces.join(' ')).toBe(longText);
  const signs = '😀'.repeat(10_000);
  const cuts = cut(`a${signs}`);
  expect(cuts.every((piece) => piece.isWellFormed())).toBe(true);
  expect(cuts.join('')).toBe(`a${signs}`);
  expect(cut('')).toEqual(['']);
});
