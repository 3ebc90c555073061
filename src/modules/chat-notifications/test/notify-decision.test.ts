import { describe, expect, test } from 'vitest';
import { decide, type NotificationDecision } from '../server/decision/decide.ts';
import type { Facts, Preferences } from '../server/decision/facts.ts';

const now = new Date('2026-11-20T18:00:00Z');

interface Changes extends Partial<Omit<Facts, 'preferences'>> {
  preferences?: Partial<Preferences>;
}

/** Someone with default settings in a channel, and a plain new message of someone else in it. */
function facts({ preferences = {}, ...overrides }: Changes = {}): Facts {
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
    offShift: null,
    urgent: null,
    isViewing: false,
    hasRead: false,
    isLate: false,
    now,
    ...overrides,
    preferences: {
      all: true,
      mentions: true,
      threads: true,
      keywords: false,
      schedule: { enabled: false, start: '09:00', end: '17:00', timezone: 'America/Los_Angeles' },
      pausedUntil: null,
      quietOffShift: false,
      sound: true,
      isMuted: false,
      level: null,
      ...preferences,
    },
  };
}

/** `notified: reason`, `held back: reason, cause`, or `nothing: cause`. */
function describeDecision(decision: NotificationDecision): string {
  if (!decision.notice) return `nothing: ${decision.why}`;
  if (decision.heldBackBy === null) return `notified: ${decision.why}`;
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
  ['the person’s own message does not notify', { isAuthor: true, isNamed: true }, 'nothing: own'],
  ['a deleted message does not notify', { isDeleted: true, isNamed: true }, 'nothing: deleted'],
  [
    'people who cannot read the channel are not notified',
    { canRead: false, isNamed: true },
    'nothing: not theirs',
  ],
  ['by default every message notifies', {}, 'notified: message'],
  [
    'people who have not joined a public channel are not notified',
    { isIn: false },
    'nothing: unwanted',
  ],
  ['… unless it mentions them', { isIn: false, isNamed: true }, 'notified: name'],
  ['… and @channel does not count', { isIn: false, callsChannel: true }, 'nothing: unwanted'],

  ['a muted channel is silent', { preferences: muted }, 'nothing: muted'],
  ['a mention overrides muting', { preferences: muted, isNamed: true }, 'notified: name'],
  [
    '… unless mentions are off',
    { preferences: { ...muted, mentions: false }, isNamed: true },
    'nothing: muted',
  ],
  ['@here does not override muting', { preferences: muted, isCalled: true }, 'nothing: muted'],
  [
    '@channel does not override muting',
    { preferences: muted, callsChannel: true },
    'nothing: muted',
  ],
  [
    'a followed thread does not override muting',
    { preferences: muted, followsThread: true },
    'nothing: muted',
  ],
  [
    'a keyword does not override muting',
    { preferences: { ...muted, keywords: true }, hasKeyword: true },
    'nothing: muted',
  ],
  [
    'a muted direct conversation is silent',
    { preferences: muted, place: 'direct' },
    'nothing: muted',
  ],
  [
    'an urgent message does not override muting',
    { preferences: muted, urgent: { reason: 'recall' } },
    'nothing: muted',
  ],

  ['a pause holds back', { preferences: paused }, 'held back: message, paused'],
  [
    'a pause that is over does not',
    { preferences: { pausedUntil: '2026-11-20T17:59:59Z' } },
    'notified: message',
  ],
  ['quiet hours hold back', { preferences: quiet }, 'held back: message, quiet hours'],
  [
    'quiet hours hold back mentions too',
    { preferences: quiet, isNamed: true },
    'held back: name, quiet hours',
  ],
  [
    'an unavailable person is not disturbed',
    { status: unavailable },
    'held back: message, do not disturb',
  ],
  [
    '… until that ends',
    { status: { value: 'unavailable', until: new Date('2026-11-20T17:00:00Z') } },
    'notified: message',
  ],
  [
    'a person in a meeting is notified',
    { status: { value: 'in-meeting', until: null } },
    'notified: message',
  ],
  ['a person off shift is not disturbed', { onShift: false }, 'held back: message, off shift'],
  ['a person on shift is notified', { onShift: true }, 'notified: message'],
  [
    'a person outside their planned shifts is notified, unless they chose otherwise',
    { offShift: { until: null } },
    'notified: message',
  ],
  [
    'a person who chose so is not disturbed outside their planned shifts',
    { offShift: { until: null }, preferences: { quietOffShift: true } },
    'held back: message, off shift',
  ],
  [
    'a person who works longer than planned is notified',
    { offShift: { until: null }, onShift: true, preferences: { quietOffShift: true } },
    'notified: message',
  ],
  [
    'quiet hours apply on a shift too',
    { onShift: true, preferences: quiet },
    'held back: message, quiet hours',
  ],
  [
    'a pause is reported before quiet hours',
    { preferences: { ...quiet, ...paused } },
    'held back: message, paused',
  ],
  [
    'an urgent message does not wait for quiet hours',
    { preferences: quiet, urgent: { reason: 'recall' } },
    'notified: message',
  ],
  [
    'an urgent message does not wait for a pause',
    { preferences: paused, urgent: { reason: 'recall' } },
    'notified: message',
  ],
  [
    'an urgent message does not notify people who turned messages off',
    { preferences: only('none'), urgent: { reason: 'recall' } },
    'nothing: unwanted',
  ],

  ['a direct message notifies', { place: 'direct' }, 'notified: direct'],
  [
    'a direct message counts as a mention',
    { place: 'direct', preferences: only('mentions') },
    'notified: direct',
  ],
  [
    'a direct message counts as one of all messages',
    { place: 'direct', preferences: only('all') },
    'notified: direct',
  ],
  [
    'with everything off a direct message does not notify',
    { place: 'direct', preferences: only('none') },
    'nothing: unwanted',
  ],
  ['a reply in a direct conversation notifies', { place: 'direct', ...reply }, 'notified: direct'],
  [
    'a group message notifies',
    { place: 'group', preferences: only('mentions') },
    'notified: group',
  ],
  [
    'a thread in a group notifies only its followers',
    { place: 'group', ...reply },
    'nothing: unwanted',
  ],
  ['… who are notified', { place: 'group', ...reply, followsThread: true }, 'notified: thread'],
  [
    'a group at the level of mentions notifies of nothing else',
    { place: 'group', preferences: { level: 'mentions' } },
    'nothing: unwanted',
  ],

  ['a mention notifies', { isNamed: true, preferences: only('mentions') }, 'notified: name'],
  [
    'a mention notifies as one of all messages',
    { isNamed: true, preferences: only('all') },
    'notified: name',
  ],
  ['a mention in a thread notifies', { isNamed: true, ...reply }, 'notified: name'],
  [
    'a mention does not notify if mentions are off',
    { isNamed: true, preferences: only('threads') },
    'nothing: unwanted',
  ],
  ['@here notifies', { isCalled: true, preferences: only('mentions') }, 'notified: call'],
  [
    '@channel notifies',
    { callsChannel: true, preferences: only('mentions') },
    'notified: channel call',
  ],
  [
    '@channel does not notify if mentions are off',
    { callsChannel: true, preferences: only('threads') },
    'nothing: unwanted',
  ],
  [
    '@channel in a thread adds no followers: the next reply does not notify',
    reply,
    'nothing: unwanted',
  ],

  ['a followed thread notifies', { ...reply, followsThread: true }, 'notified: thread'],
  [
    'a followed thread notifies with all else off',
    { ...reply, followsThread: true, preferences: only('threads') },
    'notified: thread',
  ],
  [
    'a followed thread does not notify if threads are off',
    { ...reply, followsThread: true, preferences: { threads: false } },
    'nothing: unwanted',
  ],
  [
    'a reply also in the channel counts as its message',
    { followsThread: true, preferences: { threads: false } },
    'notified: message',
  ],
  ['a keyword notifies', { hasKeyword: true, preferences: only('keywords') }, 'notified: keyword'],
  [
    'a keyword in an unfollowed thread notifies',
    { ...reply, hasKeyword: true, preferences: only('keywords') },
    'notified: keyword',
  ],
  [
    'a keyword does not notify if keywords are off',
    { hasKeyword: true, preferences: only('mentions') },
    'nothing: unwanted',
  ],
  [
    'any other message does not notify if all messages are off',
    { preferences: { all: false } },
    'nothing: unwanted',
  ],

  [
    'at the level of all, messages notify although all messages are off',
    { preferences: { ...only('none'), level: 'all' } },
    'notified: message',
  ],
  [
    'at the level of mentions, other messages do not',
    { preferences: { level: 'mentions' } },
    'nothing: unwanted',
  ],
  [
    'at the level of mentions, a mention does',
    { isNamed: true, preferences: { level: 'mentions' } },
    'notified: name',
  ],
  [
    'at the level of mentions, @channel does',
    { callsChannel: true, preferences: { level: 'mentions' } },
    'notified: channel call',
  ],
  [
    'at the level of mentions, a followed thread does',
    { ...reply, followsThread: true, preferences: { level: 'mentions' } },
    'notified: thread',
  ],
  [
    'at the level of nothing, not even a mention does',
    { isNamed: true, preferences: { level: 'nothing' } },
    'nothing: unwanted',
  ],
  [
    'at the level of nothing, no followed thread does',
    { followsThread: true, preferences: { level: 'nothing' } },
    'nothing: unwanted',
  ],
  [
    'a muted channel at the level of all stays silent',
    { preferences: { ...muted, level: 'all' } },
    'nothing: muted',
  ],

  [
    'a person viewing the channel is not notified',
    { isViewing: true, isNamed: true },
    'nothing: seen',
  ],
  ['a person who has read it is not notified', { hasRead: true, place: 'direct' }, 'nothing: seen'],
  ['an old message does not interrupt', { isLate: true, isNamed: true }, 'held back: name, late'],

  ['an edit does not notify again', { isNew: false }, 'nothing: unwanted'],
  [
    'an edit of a direct message does not notify again',
    { isNew: false, place: 'direct' },
    'nothing: unwanted',
  ],
  [
    'an edit in a followed thread does not notify again',
    { isNew: false, ...reply, followsThread: true },
    'nothing: unwanted',
  ],
  ['an edit that adds a mention notifies', { isNew: false, isNamed: true }, 'notified: name'],
  [
    '… not if mentions are off',
    { isNew: false, isNamed: true, preferences: only('all') },
    'nothing: unwanted',
  ],
  [
    'an edit that adds @channel notifies',
    { isNew: false, callsChannel: true },
    'notified: channel call',
  ],
];

const urgent = { reason: 'recall' };
/** An urgent message ignores quiet hours; who is notified and why stays the same. */
const asUrgent = (outcome: string) =>
  outcome.replace(/^held back: (.+), (?!late)[a-z ]+$/, 'notified: $1');

describe('who is notified', () => {
  test.each(table)('%s', (_sentence, changes, outcome) => {
    expect(describeDecision(decide(facts(changes)))).toBe(outcome);
  });

  test.each(table)('urgent: %s', (_sentence, changes, outcome) => {
    expect(describeDecision(decide(facts({ ...changes, urgent })))).toBe(asUrgent(outcome));
  });
});

describe('the delivery', () => {
  const deliveryOf = (changes: Changes) => {
    const { notice, sound, toast, push, digest, digestFrom } = decide(facts(changes)) as never;
    return { notice, sound, toast, push, digest, digestFrom };
  };
  const everyDelivery = {
    notice: true,
    sound: true,
    toast: true,
    push: true,
    digest: true,
    digestFrom: null,
  };
  const held = { ...everyDelivery, sound: false, toast: false, push: false };

  test('a personal message uses every channel of delivery', () => {
    for (const one of [{ isNamed: true }, { place: 'direct' as const }, { callsChannel: true }]) {
      expect(deliveryOf(one)).toEqual(everyDelivery);
    }
  });

  test('a general message causes no toast and no email', () => {
    expect(deliveryOf({})).toEqual({ ...everyDelivery, toast: false, digest: false });
    expect(deliveryOf({ urgent })).toEqual({ ...everyDelivery, digest: false });
  });

  test('without sound only the sound is missing', () => {
    expect(deliveryOf({ isNamed: true, preferences: { sound: false } })).toEqual({
      ...everyDelivery,
      sound: false,
    });
  });

  test('what quiet hours hold back is emailed once they end', () => {
    const digestFrom = new Date('2026-11-21T01:00:00Z');
    expect(deliveryOf({ isNamed: true, preferences: quiet })).toEqual({ ...held, digestFrom });
  });

  test('the latest of several ends counts', () => {
    const until = new Date('2026-11-21T03:00:00Z');
    const status = { value: 'unavailable', until } as const;
    expect(
      deliveryOf({ isNamed: true, preferences: { ...quiet, ...paused }, status }),
    ).toMatchObject({
      digestFrom: until,
    });
  });

  test('a message is emailed as usual if do-not-disturb has no known end', () => {
    expect(deliveryOf({ isNamed: true, status: unavailable })).toEqual(held);
  });

  test('an old message is only listed', () => {
    expect(deliveryOf({ isNamed: true, isLate: true })).toEqual({ ...held, digest: false });
  });

  test('the reason an urgent message overrode is returned', () => {
    const decision = decide(
      facts({ preferences: quiet, urgent: { reason: 'recall' }, isNamed: true }),
    );
    expect(decision).toMatchObject({ overrode: 'quiet hours', heldBackBy: null, sound: true });
    expect(decide(facts({ urgent: { reason: 'recall' } }))).toMatchObject({ overrode: null });
  });

  test('notifications need a rule: no preferences, no notifications', () => {
    const flags = ['isNew', 'isNamed', 'isCalled', 'callsChannel', 'followsThread'] as const;
    const none = Object.fromEntries(flags.map((flag) => [flag, false]));
    for (const place of ['direct', 'group', 'channel'] as const) {
      expect(decide(facts({ ...none, place })).notice).toBe(false);
    }
  });
});
