import { describe, expect, test } from 'vitest';
import { type Decision, decide } from '../server/telling/deciding/decide.ts';
import type { Facts, Preferences } from '../server/telling/deciding/facts.ts';

const now = new Date('2026-11-20T18:00:00Z');

interface Changes extends Partial<Omit<Facts, 'wishes'>> {
  wishes?: Partial<Preferences>;
}

/** Somebody with the usual settings in a channel, and a plain new message of somebody else in it. */
function facts({ wishes = {}, ...given }: Changes = {}): Facts {
  return {
    isNew: true,
    place: 'channel',
    inTimeline: true,
    isNamed: false,
    isCalled: false,
    callsChannel: false,
    followsThread: false,
    hasKeyword: false,
    isAuthor: false,
    isDeleted: false,
    canRead: true,
    isIn: true,
    status: { value: 'online', until: null },
    onShift: null,
    urgent: null,
    isLooking: false,
    hasRead: false,
    isLate: false,
    now,
    ...given,
    wishes: {
      all: true,
      mentions: true,
      threads: true,
      keywords: false,
      schedule: { enabled: false, start: '09:00', end: '17:00', timezone: 'America/Los_Angeles' },
      pausedUntil: null,
      sound: true,
      isMuted: false,
      level: null,
      ...wishes,
    },
  };
}

/** `told: as what`, `held back: as what, why`, or `nothing: why`. */
function inWords(decision: Decision): string {
  if (!decision.notice) return `nothing: ${decision.why}`;
  if (decision.heldBackBy === null) return `told: ${decision.why}`;
  return `held back: ${decision.why}, ${decision.heldBackBy}`;
}

const only = (
  flag: 'all' | 'mentions' | 'threads' | 'keywords' | 'none',
): Partial<Preferences> => ({
  all: flag === 'all',
  mentions: flag === 'mentions',
  threads: flag === 'threads',
  keywords: flag === 'keywords',
});
const muted = { isMuted: true };
const reply = { inTimeline: false };
const quiet = {
  schedule: { enabled: true, start: '09:00', end: '17:00', timezone: 'America/Los_Angeles' },
};
const paused = { pausedUntil: '2026-11-20T18:30:00Z' };
const unavailable = { value: 'unavailable', until: null } as const;

const table: [sentence: string, changes: Changes, outcome: string][] = [
  ['my own message tells me nothing', { isAuthor: true, isNamed: true }, 'nothing: own'],
  ['a deleted message tells nobody', { isDeleted: true, isNamed: true }, 'nothing: deleted'],
  [
    'who cannot read the channel hears nothing',
    { canRead: false, isNamed: true },
    'nothing: not theirs',
  ],
  ['by default every message is told', {}, 'told: message'],
  ['who has not joined a public channel hears nothing of it', { isIn: false }, 'nothing: unwanted'],
  ['… unless it names them', { isIn: false, isNamed: true }, 'told: name'],
  [
    '… and not because it calls the channel',
    { isIn: false, callsChannel: true },
    'nothing: unwanted',
  ],

  ['a muted channel is silent', { wishes: muted }, 'nothing: muted'],
  ['my name pierces a muted channel', { wishes: muted, isNamed: true }, 'told: name'],
  [
    '… unless I want no mentions',
    { wishes: { ...muted, mentions: false }, isNamed: true },
    'nothing: muted',
  ],
  ['@here does not pierce a muted channel', { wishes: muted, isCalled: true }, 'nothing: muted'],
  [
    '@channel does not pierce a muted channel',
    { wishes: muted, callsChannel: true },
    'nothing: muted',
  ],
  [
    'a followed thread does not pierce a muted channel',
    { wishes: muted, followsThread: true },
    'nothing: muted',
  ],
  [
    'a keyword does not pierce a muted channel',
    { wishes: { ...muted, keywords: true }, hasKeyword: true },
    'nothing: muted',
  ],
  ['a muted direct conversation is silent', { wishes: muted, place: 'direct' }, 'nothing: muted'],
  [
    'urgency does not pierce a muted channel',
    { wishes: muted, urgent: { reason: 'recall' } },
    'nothing: muted',
  ],

  ['a pause holds back', { wishes: paused }, 'held back: message, paused'],
  [
    'a pause that is over does not',
    { wishes: { pausedUntil: '2026-11-20T17:59:59Z' } },
    'told: message',
  ],
  ['quiet hours hold back', { wishes: quiet }, 'held back: message, quiet hours'],
  [
    'quiet hours hold back my name too',
    { wishes: quiet, isNamed: true },
    'held back: name, quiet hours',
  ],
  [
    'who is unavailable is not disturbed',
    { status: unavailable },
    'held back: message, do not disturb',
  ],
  [
    '… until that ends',
    { status: { value: 'unavailable', until: new Date('2026-11-20T17:00:00Z') } },
    'told: message',
  ],
  [
    'who is in a meeting is told',
    { status: { value: 'in-meeting', until: null } },
    'told: message',
  ],
  ['who is off shift is not disturbed', { onShift: false }, 'held back: message, off shift'],
  ['who is on shift is told', { onShift: true }, 'told: message'],
  [
    'quiet hours hold on a shift too',
    { onShift: true, wishes: quiet },
    'held back: message, quiet hours',
  ],
  [
    'the pause is named before the quiet hours',
    { wishes: { ...quiet, ...paused } },
    'held back: message, paused',
  ],
  [
    'an urgent message does not wait for quiet hours',
    { wishes: quiet, urgent: { reason: 'recall' } },
    'told: message',
  ],
  [
    'an urgent message does not wait for a pause',
    { wishes: paused, urgent: { reason: 'recall' } },
    'told: message',
  ],
  [
    'urgency makes nobody hear what they do not want',
    { wishes: only('none'), urgent: { reason: 'recall' } },
    'nothing: unwanted',
  ],

  ['a direct message is told', { place: 'direct' }, 'told: direct'],
  [
    'a direct message counts as a mention',
    { place: 'direct', wishes: only('mentions') },
    'told: direct',
  ],
  ['a direct message counts among all', { place: 'direct', wishes: only('all') }, 'told: direct'],
  [
    'who wants nothing is told of no direct message',
    { place: 'direct', wishes: only('none') },
    'nothing: unwanted',
  ],
  ['a reply in a direct conversation is told', { place: 'direct', ...reply }, 'told: direct'],
  ['a group message is told', { place: 'group', wishes: only('mentions') }, 'told: group'],
  [
    'a thread in a group is for those who follow it',
    { place: 'group', ...reply },
    'nothing: unwanted',
  ],
  ['… and they are told', { place: 'group', ...reply, followsThread: true }, 'told: thread'],
  [
    'a group at the level of mentions tells no more than that',
    { place: 'group', wishes: { level: 'mentions' } },
    'nothing: unwanted',
  ],

  ['my name is told', { isNamed: true, wishes: only('mentions') }, 'told: name'],
  ['my name is told as one of all messages', { isNamed: true, wishes: only('all') }, 'told: name'],
  ['my name in a thread is told', { isNamed: true, ...reply }, 'told: name'],
  [
    'my name is not told where I want no mentions',
    { isNamed: true, wishes: only('threads') },
    'nothing: unwanted',
  ],
  ['@here is told', { isCalled: true, wishes: only('mentions') }, 'told: call'],
  ['@channel is told', { callsChannel: true, wishes: only('mentions') }, 'told: channel call'],
  [
    '@channel is not told where I want no mentions',
    { callsChannel: true, wishes: only('threads') },
    'nothing: unwanted',
  ],
  [
    '@channel in a thread follows it for nobody: the next reply is not told',
    reply,
    'nothing: unwanted',
  ],

  ['a followed thread is told', { ...reply, followsThread: true }, 'told: thread'],
  [
    'a followed thread is told where all else is off',
    { ...reply, followsThread: true, wishes: only('threads') },
    'told: thread',
  ],
  [
    'a followed thread is not told where I want no threads',
    { ...reply, followsThread: true, wishes: { threads: false } },
    'nothing: unwanted',
  ],
  [
    'a reply shown in the channel is a message of it',
    { followsThread: true, wishes: { threads: false } },
    'told: message',
  ],
  ['a keyword is told', { hasKeyword: true, wishes: only('keywords') }, 'told: keyword'],
  [
    'a keyword in a thread nobody follows is told',
    { ...reply, hasKeyword: true, wishes: only('keywords') },
    'told: keyword',
  ],
  [
    'a keyword is not told where they are off',
    { hasKeyword: true, wishes: only('mentions') },
    'nothing: unwanted',
  ],
  [
    'any other message is not told where all messages are off',
    { wishes: { all: false } },
    'nothing: unwanted',
  ],

  [
    'at the level of all, messages are told though the flag is off',
    { wishes: { ...only('none'), level: 'all' } },
    'told: message',
  ],
  [
    'at the level of mentions, other messages are not',
    { wishes: { level: 'mentions' } },
    'nothing: unwanted',
  ],
  [
    'at the level of mentions, my name is',
    { isNamed: true, wishes: { level: 'mentions' } },
    'told: name',
  ],
  [
    'at the level of mentions, @channel is',
    { callsChannel: true, wishes: { level: 'mentions' } },
    'told: channel call',
  ],
  [
    'at the level of mentions, a followed thread is',
    { ...reply, followsThread: true, wishes: { level: 'mentions' } },
    'told: thread',
  ],
  [
    'at the level of nothing, not even my name is',
    { isNamed: true, wishes: { level: 'nothing' } },
    'nothing: unwanted',
  ],
  [
    'at the level of nothing, no followed thread is',
    { followsThread: true, wishes: { level: 'nothing' } },
    'nothing: unwanted',
  ],
  [
    'a muted channel at the level of all stays silent',
    { wishes: { ...muted, level: 'all' } },
    'nothing: muted',
  ],

  ['who looks at the channel is told nothing', { isLooking: true, isNamed: true }, 'nothing: seen'],
  ['who has read it already is told nothing', { hasRead: true, place: 'direct' }, 'nothing: seen'],
  ['what is long past interrupts nobody', { isLate: true, isNamed: true }, 'held back: name, late'],

  ['an edit tells nobody again', { isNew: false }, 'nothing: unwanted'],
  [
    'an edit of a direct message tells nobody again',
    { isNew: false, place: 'direct' },
    'nothing: unwanted',
  ],
  [
    'an edit in a followed thread tells nobody again',
    { isNew: false, ...reply, followsThread: true },
    'nothing: unwanted',
  ],
  ['an edit that names me tells me', { isNew: false, isNamed: true }, 'told: name'],
  [
    '… not where I want no mentions',
    { isNew: false, isNamed: true, wishes: only('all') },
    'nothing: unwanted',
  ],
  [
    'an edit that calls the channel tells it',
    { isNew: false, callsChannel: true },
    'told: channel call',
  ],
];

const urgent = { reason: 'recall' };
/** It waits for nobody's quiet; who is told at all, and as what, stays the same. */
const urgently = (outcome: string) =>
  outcome.replace(/^held back: (.+), (?!late)[a-z ]+$/, 'told: $1');

describe('who is told', () => {
  test.each(table)('%s', (_sentence, changes, outcome) => {
    expect(inWords(decide(facts(changes)))).toBe(outcome);
  });

  test.each(table)('urgently: %s', (_sentence, changes, outcome) => {
    expect(inWords(decide(facts({ ...changes, urgent })))).toBe(urgently(outcome));
  });
});

describe('how', () => {
  const how = (changes: Changes) => {
    const { notice, sound, toast, push, digest, digestFrom } = decide(facts(changes)) as never;
    return { notice, sound, toast, push, digest, digestFrom };
  };
  const loud = {
    notice: true,
    sound: true,
    toast: true,
    push: true,
    digest: true,
    digestFrom: null,
  };
  const held = { ...loud, sound: false, toast: false, push: false };

  test('what is said to me comes in every way there is', () => {
    for (const one of [{ isNamed: true }, { place: 'direct' as const }, { callsChannel: true }]) {
      expect(how(one)).toEqual(loud);
    }
  });

  test('what is said to nobody in particular fills neither the screen nor the mailbox', () => {
    expect(how({})).toEqual({ ...loud, toast: false, digest: false });
    expect(how({ urgent })).toEqual({ ...loud, digest: false });
  });

  test('without sound all but the sound', () => {
    expect(how({ isNamed: true, wishes: { sound: false } })).toEqual({ ...loud, sound: false });
  });

  test('what quiet hours hold back is mailed once they end', () => {
    const digestFrom = new Date('2026-11-21T01:00:00Z');
    expect(how({ isNamed: true, wishes: quiet })).toEqual({ ...held, digestFrom });
  });

  test('of several ends the last one counts', () => {
    const until = new Date('2026-11-21T03:00:00Z');
    const status = { value: 'unavailable', until } as const;
    expect(how({ isNamed: true, wishes: { ...quiet, ...paused }, status })).toMatchObject({
      digestFrom: until,
    });
  });

  test('who cannot be disturbed, nobody knows how long, is mailed as always', () => {
    expect(how({ isNamed: true, status: unavailable })).toEqual(held);
  });

  test('what is long past is an entry and no more', () => {
    expect(how({ isNamed: true, isLate: true })).toEqual({ ...held, digest: false });
  });

  test('what an urgent message did not wait for is said', () => {
    const decision = decide(facts({ wishes: quiet, urgent: { reason: 'recall' }, isNamed: true }));
    expect(decision).toMatchObject({ overrode: 'quiet hours', heldBackBy: null, sound: true });
    expect(decide(facts({ urgent: { reason: 'recall' } }))).toMatchObject({ overrode: null });
  });

  test('nothing is told but by a rule: whoever is asked about nothing hears nothing', () => {
    const flags = ['isNew', 'isNamed', 'isCalled', 'callsChannel', 'followsThread'] as const;
    const none = Object.fromEntries(flags.map((flag) => [flag, false]));
    for (const place of ['direct', 'group', 'channel'] as const) {
      expect(decide(facts({ ...none, place })).notice).toBe(false);
    }
  });
});
