import { describe, expect, test } from 'vitest';
import { clientMsgId, messageMaxLength } from '../../../src/modules/chat/contract.ts';
import { takesPartIn, teamChannels } from '../channels.ts';
import { type DemoMessage, demoMessages } from '../conversations.ts';
import { demoChannels, isIn } from '../other-channels.ts';
import { demoPeople } from '../people.ts';
import { demoReads, demoThreadReads, nameOf } from '../reads.ts';
import { wallTime, weekday } from '../talk/clock.ts';
import { isHoliday } from '../talk/holidays.ts';

const dayMs = 86_400_000;
const people = new Map(demoPeople().map((person) => [person.username, person]));
const bot = 'system_bot';

/** An afternoon, a Sunday, just after opening, a holiday, both clock changes, the night. */
const moments = [
  '2026-11-20T20:37:00Z',
  '2026-07-19T18:00:00Z',
  '2026-01-05T14:04:00Z',
  '2026-12-25T18:00:00Z',
  '2027-03-15T13:20:00Z',
  '2026-11-02T23:10:00Z',
  '2028-02-29T08:15:00Z',
];

const named = ({ channel }: DemoMessage) => nameOf(channel);

function may(username: string, { channel }: DemoMessage): boolean {
  const person = people.get(username);
  if (!person) throw new Error(`No demo user is called ${username}`);
  if (typeof channel === 'string') return takesPartIn(person, channel);
  if ('direct' in channel) {
    return channel.direct.includes(username) && person.isActive && !person.pending;
  }
  return demoChannels.some((room) => room.key === channel.room && isIn(person, room));
}

const mentionsIn = (content: string) =>
  [...content.matchAll(/@([\w.-]+)/g)].map((match) => match[1] ?? '');

describe.each(moments)('a month of demo messages up to %s', (moment) => {
  const asOf = new Date(moment);
  const messages = demoMessages(asOf);
  const channels = new Map<string, DemoMessage[]>();
  for (const message of messages) {
    channels.set(named(message), [...(channels.get(named(message)) ?? []), message]);
  }
  const of = (channel: string) => channels.get(channel) ?? [];

  test('is the same every time', () => {
    expect(demoMessages(new Date(moment))).toEqual(messages);
  });

  test('has a realistic number of messages, most of them in sales and service', () => {
    expect(messages.length).toBeGreaterThanOrEqual(600);
    expect(messages.length).toBeLessThanOrEqual(1_000);
    expect(channels.size).toBeGreaterThanOrEqual(teamChannels.length + 12);
    for (const quiet of ['general', 'management', 'integrations']) {
      expect(of(quiet).length).toBeGreaterThanOrEqual(60);
      expect(of(quiet).length).toBeLessThan(Math.min(of('sales').length, of('service').length));
    }
  });

  test('is in order, without equal times, and covers the last month at most', () => {
    for (const inChannel of channels.values()) {
      inChannel.forEach(({ at }, index) => {
        const previous = inChannel[index - 1];
        if (previous) expect(at.getTime()).toBeGreaterThan(previous.at.getTime());
        expect(at.getTime()).toBeLessThanOrEqual(asOf.getTime());
        expect(asOf.getTime() - at.getTime()).toBeLessThan(31 * dayMs);
      });
    }
  });

  test('is written during working hours, on Sundays only by those on call', () => {
    const onSunday = messages.filter(
      ({ at, sender }) => sender !== bot && weekday(wallTime(at).day) === 0,
    );
    expect(onSunday.every((message) => named(message) === 'service')).toBe(true);
    expect(onSunday.length).toBeLessThan(12);
    for (const { at, sender } of messages) {
      if (sender === bot) continue;
      const { day, minute } = wallTime(at);
      expect(minute).toBeGreaterThanOrEqual(8 * 60);
      expect(minute).toBeLessThanOrEqual(20 * 60);
      expect(isHoliday(day) && weekday(day) !== 0).toBe(false);
    }
  });

  test('is written, reacted to and pinned by members only, and mentions only members', () => {
    for (const message of messages) {
      const { sender, content, reactions, pinned, options } = message;
      const reacting = [...reactions, ...options].flatMap((answer) => answer.people);
      const all = [sender, ...mentionsIn(content), ...reacting, ...(pinned ? [pinned.by] : [])];
      for (const username of all) {
        expect(may(username, message), `${username} in ${named(message)}: ${content}`).toBe(true);
      }
    }
  });

  test('has threads, reactions, pins and edits', () => {
    const replies = messages.filter(({ root }) => root !== null);
    const roots = new Set(replies.map(({ root }) => root));
    expect(roots.size).toBeGreaterThanOrEqual(12);
    for (const { root, at, channel } of replies) {
      expect(root?.root).toBeNull();
      expect(nameOf(channel)).toBe(root && named(root));
      expect(at.getTime()).toBeGreaterThan(root?.at.getTime() ?? 0);
    }
    const reactions = messages.flatMap((message) => message.reactions);
    expect(reactions.flatMap((reaction) => reaction.people).length).toBeGreaterThanOrEqual(60);
    for (const { reactions: own } of messages) {
      expect(new Set(own.map(({ emoji }) => emoji)).size).toBe(own.length);
      for (const reaction of own) {
        expect(new Set(reaction.people).size).toBe(reaction.people.length);
      }
    }
    expect(messages.filter(({ pinned }) => pinned).length).toBeGreaterThanOrEqual(4);
    expect(messages.filter(({ edited }) => edited).length).toBeGreaterThanOrEqual(2);
    for (const { at, pinned, edited, content } of messages) {
      for (const moment of [pinned?.at, edited?.at]) {
        if (moment) expect(moment.getTime()).toBeGreaterThanOrEqual(at.getTime());
        if (moment) expect(moment.getTime()).toBeLessThanOrEqual(asOf.getTime());
      }
      expect(edited?.was).not.toBe(content);
    }
  });

  test('has no unfilled placeholders, and no blank or overlong text', () => {
    for (const { content } of messages) {
      expect(content).toBe(content.trim());
      expect(content.length).toBeGreaterThan(0);
      expect(content.length).toBeLessThanOrEqual(messageMaxLength);
      expect(content).not.toMatch(/[{}|]|\[\[|\]\]|undefined|NaN| {2}/);
    }
  });

  test('repeats no text within a week, except short replies', () => {
    for (const inChannel of channels.values()) {
      const last = new Map<string, number>();
      for (const { content, at } of inChannel) {
        if (content.length <= 40) continue;
        const before = last.get(content) ?? Number.NEGATIVE_INFINITY;
        expect(at.getTime() - before, content).toBeGreaterThan(7 * dayMs);
        last.set(content, at.getTime());
      }
    }
  });

  test('has valid and unique client ids', () => {
    const ids = messages.map((message) => message.clientMsgId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(clientMsgId.parse(id)).toBe(id);
  });

  test('ends with unread messages for the administrator, and everyone has read their own messages', () => {
    const reads = demoReads(messages);
    const waiting = reads.filter(({ person, unread }) => person === 'admin' && unread > 0);
    expect(Object.fromEntries(waiting.map(({ where, unread }) => [nameOf(where), unread]))).toEqual(
      {
        sales: 3,
        management: 5,
        integrations: 8,
      },
    );
    const threads = demoThreadReads(messages).filter(({ person }) => person === 'admin');
    expect(threads).toHaveLength(2);
    for (const { person, where, unread } of reads) {
      const timeline = of(nameOf(where)).filter(({ root }) => root === null);
      const newest = timeline.slice(timeline.length - unread);
      expect(newest).toHaveLength(unread);
      expect(newest.map(({ sender }) => sender)).not.toContain(person);
    }
    const behind = reads.filter(({ unread }) => unread > 0).length;
    expect(behind).toBeLessThan(reads.length / 2);
  });
});

test('every demo account has a direct message', () => {
  const directs = demoMessages(new Date('2026-11-20T20:37:00Z')).flatMap(({ channel }) =>
    typeof channel === 'object' && 'direct' in channel ? channel.direct : [],
  );
  for (const username of ['admin', 'executive', 'gm', 'manager', 'employee']) {
    expect(directs).toContain(username);
  }
});

test('the messages do not depend on the machine’s time zone', () => {
  const asOf = new Date('2026-11-20T20:37:00Z');
  const here = demoMessages(asOf);
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Auckland';
  try {
    expect(demoMessages(asOf)).toEqual(here);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
