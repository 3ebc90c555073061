import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import { fileStamp } from '../../../platform/web/files/incoming.ts';
import { ownZone, setZone } from '../../../platform/web/time/zone.ts';
import type { Person } from '../../people/contract.ts';
import { blankPoll, checkPoll, filledOptions } from '../web/composer/polls/pollForm.ts';
import { findEmoji, matchEmoji } from '../web/parts/emoji/matchEmoji.ts';
import { countNotified } from '../web/parts/messageBox/audience.ts';
import { isInCode } from '../web/parts/messageBox/codeFence.ts';
import { completedBy, findQuery } from '../web/parts/messageBox/findQuery.ts';
import { applyFormat, type Format, formats } from '../web/parts/messageBox/formatting.ts';
import { matchPeople } from '../web/parts/messageBox/matchPeople.ts';

/** The group's time zone counts, not the machine's. */
const timezone = 'America/Chicago';
const dateAt = (wallTime: string) => new Date(instantOf(timezone, wallTime));
beforeAll(() => setZone(timezone));
afterAll(() => setZone(ownZone()));

describe('a code block', () => {
  test.each([
    ['', false],
    ['```', true],
    ['```ts\nconst a = 1;', true],
    ['```\ncode\n```', false],
    ['```\ncode\n```\nand more', false],
    ['one line of ```code``` in words', false],
    ['```inline```', false],
    ['````\n```\nstill code', true],
    ['~~~\n```\nstill code', true],
    ['words\n  ```sql\nselect 1', true],
  ])('%j is one: %s', (text, expected) => {
    expect(isInCode(text, text.length)).toBe(expected);
  });

  test('is recognized only if the caret is in it', () => {
    const text = 'before\n```\ncode\n```\nafter';
    expect(isInCode(text, 3)).toBe(false);
    expect(isInCode(text, text.indexOf('code') + 2)).toBe(true);
    expect(isInCode(text, text.length)).toBe(false);
  });
});

describe('completion', () => {
  const completionIn = (text: string) => {
    const query = findQuery(text, text.length);
    return query && [query.kind, query.start, query.term];
  };

  test.each([
    ['@', ['people', 0, '']],
    ['Ask @mar', ['people', 4, 'mar']],
    ['(@mar', ['people', 1, 'mar']],
    ['@maria lo', ['people', 0, 'maria lo']],
    [':ta', ['emoji', 0, 'ta']],
    ['Well done :tada:', ['emoji', 10, 'tada:']],
    [':+1', ['emoji', 0, '+1']],
    ['somebody@example', null],
    ['at 10:30', null],
    ['https://host:8080', null],
    [':t', null],
    ['a: b', null],
    ['@maria lopez is', null],
  ])('%j completes %j', (text, expected) => {
    expect(completionIn(text)).toEqual(expected);
  });

  test('ignores text behind the caret', () => {
    expect(findQuery('@maria', 3)).toBeNull();
  });

  test('does not depend on the length of a text', () => {
    expect(completionIn(`${'word '.repeat(3_000)}@mar`)).toEqual(['people', 15_000, 'mar']);
  });
});

describe('people', () => {
  let id = 0;
  const person = (firstName: string, lastName: string, more: Partial<Person> = {}): Person => {
    id += 1;
    const username = `${firstName}.${lastName}`.toLowerCase();
    const facts = { email: '', role: 'employee', department: null, isActive: true } as const;
    const status = { status: 'online', statusMessage: null, statusUntil: null } as const;
    const shownName = `${firstName} ${lastName}`;
    return {
      id,
      firstName,
      lastName,
      shownName,
      username,
      ...facts,
      ...status,
      protection: null,
      ...more,
    };
  };
  const ann = person('Ann', 'Berg');
  const anna = person('Anna', 'Albers');
  const max = person('Max', 'Ander');
  const inactive = person('Anton', 'Left', { isActive: false });
  const bot = person('Ant', 'Bot', { protection: 'system_bot' });
  const all = [max, inactive, bot, anna, ann];
  const names = (term: string, readers: Person[] = all, me = 0) =>
    matchPeople(all, term, (one) => readers.some((other) => other.id === one), me).map(
      ({ firstName }) => firstName,
    );

  test('are found by first name, last name and username, except deleted ones', () => {
    expect(names('an')).toEqual(['Ann', 'Anna', 'Max']);
    expect(names('max.a')).toEqual(['Max']);
    expect(names('ann b')).toEqual(['Ann']);
  });

  test('of the channel come first', () => {
    expect(names('an', [max])).toEqual(['Max', 'Ann', 'Anna']);
  });

  test('do not include the user', () => {
    expect(names('ann', all, ann.id)).toEqual(['Anna']);
  });

  test('whose username is complete are not suggested again', () => {
    expect(names('ann.berg ')).toEqual([]);
  });
});

test('mentioning everyone shows a hint from 21 people on', () => {
  const audience = { isPersonal: false, has: () => true, everyone: 42, present: 5, onDuty: 5 };
  expect(countNotified('Hello @channel!', audience)).toBe(42);
  expect(countNotified('Hello @here', audience)).toBeNull();
  expect(countNotified('Hello @channels', audience)).toBeNull();
  expect(countNotified('me@channel', audience)).toBeNull();
  expect(countNotified('@channel', { ...audience, everyone: 20 })).toBeNull();
});

test('emoji match their codes first, then other words', () => {
  const entries = [
    { emoji: '🎊', codes: ['confetti_ball'], tags: ['tada'] },
    { emoji: '🎉', codes: ['tada'], tags: ['party'] },
  ];
  expect(matchEmoji(entries, 'tada').map(({ emoji }) => emoji)).toEqual(['🎉', '🎊']);
  expect(matchEmoji(entries, 'ball')).toEqual([{ emoji: '🎊', code: 'confetti_ball' }]);
  expect(matchEmoji(entries, 'tada:')).toEqual([{ emoji: '🎉', code: 'tada' }]);
  expect(matchEmoji(entries, 'nothing')).toEqual([]);
});

test('a completion is followed by exactly one space', () => {
  const complete = (text: string, caret: number) => {
    const query = findQuery(text, caret);
    if (!query) throw new Error('No completion');
    const change = completedBy(text, query, '@maria');
    const { start, end, insert, selectionStart } = change;
    return { text: text.slice(0, start) + insert + text.slice(end), caret: selectionStart };
  };
  expect(complete('ask @mar', 8)).toEqual({ text: 'ask @maria ', caret: 11 });
  expect(complete('ask @mar please', 8)).toEqual({ text: 'ask @maria please', caret: 11 });
});

test('a search in the picker finds the best match first, whatever its category', () => {
  const entry = (emoji: string, label: string, codes: string[], tags: string[]) => ({
    emoji,
    label,
    codes,
    tags,
  });
  const entries = [
    entry('❤️‍🔥', 'Heart on fire', ['heart_on_fire'], ['burn', 'fire', 'love']),
    entry('❤️', 'Red heart', ['heart'], ['love']),
    entry('👍', 'Thumbs up', ['+1', 'thumbsup'], ['yes']),
    entry('🚒', 'Fire engine', ['fire_engine'], ['truck']),
    entry('🔥', 'Fire', ['fire'], ['burn', 'hot', 'lit']),
  ];
  const first = (typed: string) => findEmoji(entries, typed)[0]?.emoji;
  expect(['fire', 'Fire ', 'heart', 'thumbs up', '+1', 'lit'].map(first)).toEqual([
    ...['🔥', '🔥', '❤️', '👍', '👍', '🔥'],
  ]);
  expect(findEmoji(entries, 'fire').map(({ emoji }) => emoji)).toEqual(['🔥', '🚒', '❤️‍🔥']);
  expect(findEmoji(entries, ' ')).toEqual([]);
});

describe('a format', () => {
  const formatNamed = (name: string) => formats.find((one) => one.name === name) as Format;
  /** The text with its selection in brackets, before and after. */
  const apply = (name: string, marked: string) => {
    const start = marked.indexOf('[');
    const end = marked.indexOf(']') - 1;
    const text = marked.replace('[', '').replace(']', '');
    const change = applyFormat(text, start, end, formatNamed(name));
    const after = text.slice(0, change.start) + change.insert + text.slice(change.end);
    const { selectionStart: from, selectionEnd: to } = change;
    return `${after.slice(0, from)}[${after.slice(from, to)}]${after.slice(to)}`;
  };

  test.each([
    ['bold', 'a [word] b', 'a **[word]** b'],
    ['bold', 'a **[word]** b', 'a [word] b'],
    ['bold', 'a [word ]b', 'a **[word]** b'],
    ['bold', '[]', '**[]**'],
    ['italic', 'a **[word]** b', 'a ***[word]*** b'],
    ['italic', 'a ***[word]*** b', 'a **[word]** b'],
    ['strikethrough', '[old]', '~~[old]~~'],
    ['code', '[x = 1]', '`[x = 1]`'],
    ['code-block', 'see [x] here', 'see \n```\n[x]\n```\n here'],
    ['code-block', '[]', '```\n[]\n```'],
  ])('%s makes %j of %j', (name, before, after) => {
    expect(apply(name, before)).toBe(after);
  });
});

test('a pasted image is named by its time', () => {
  expect(fileStamp(dateAt('2026-11-20T14:05:09'))).toBe('2026-11-20 14.05.09');
});

test('a poll needs a question and two different options', () => {
  expect(checkPoll(blankPoll())).toEqual({
    question: 'Enter a question.',
    option: { index: 0, problem: 'A poll must have at least two options.' },
  });
  const poll = { ...blankPoll(), question: 'Lunch?', options: ['Soup ', 'soup', ''] };
  // The error refers to the second of the two.
  expect(checkPoll({ ...poll, options: ['Salad', 'Soup ', '', 'soup'] })).toEqual({
    option: { index: 3, problem: 'Same as option 2.' },
  });
  expect(checkPoll({ ...poll, options: ['Soup', ' '] })).toMatchObject({ option: { index: 1 } });
  expect(checkPoll({ ...poll, options: ['Soup ', '', 'Salad'] })).toEqual({});
  expect(filledOptions({ ...poll, options: ['Soup ', '', 'Salad'] })).toEqual(['Soup', 'Salad']);
});

test('an urgent poll needs a reason', () => {
  const poll = { ...blankPoll(), question: 'Lunch?', options: ['Soup', 'Salad'] };
  expect(checkPoll({ ...poll, urgent: ' a ' })).toEqual({
    urgent: 'Enter a short reason why it can’t wait.',
  });
  expect(checkPoll({ ...poll, urgent: 'Her SSN is 536-22-8126' })).toEqual({
    urgent: 'The reason can’t contain customer data.',
  });
  expect(checkPoll({ ...poll, urgent: 'The kitchen closes' })).toEqual({});
});
