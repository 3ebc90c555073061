import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import { dayName } from '../../../platform/web/time/days.ts';
import { ownZone, setZone } from '../../../platform/web/time/zone.ts';
import { buildRows } from '../web/messages/row/rows.ts';
import type { ChannelState } from '../web/state/store/channelState.ts';
import { me, message } from './fakeServer.web.ts';

const author = { id: me, firstName: 'Ann', lastName: 'Lee' };
const timezone = 'Pacific/Honolulu';
beforeAll(() => setZone(timezone));
afterAll(() => setZone(ownZone()));

const pad = (value: number) => String(value).padStart(2, '0');
const at = (day: number, hour: number, minute: number) =>
  new Date(instantOf(timezone, `2026-01-${pad(day)}T${pad(hour)}:${pad(minute)}`));
const messageAt = (seq: number, when: Date, senderId = 9) =>
  message(seq, { senderId, createdAt: when.toISOString() });
const rowsOf = (messages: ChannelState['messages'], pending: ChannelState['pending'] = []) =>
  buildRows({ messages, pending }, author);
const pendingAt = (when: Date) => ({
  clientMsgId: 'p1',
  channelId: 'sales',
  threadId: null,
  alsoToChannel: false,
  replyToId: null,
  urgent: null,
  content: 'mine',
  attachments: [],
  writtenAt: when.getTime(),
  failure: null,
});

describe('the rows of a conversation', () => {
  it('are grouped while one person posts within five minutes', () => {
    const rows = rowsOf([
      messageAt(1, at(5, 9, 0)),
      messageAt(2, at(5, 9, 5)),
      messageAt(3, at(5, 9, 11)),
      messageAt(4, at(5, 9, 12), 11),
      messageAt(5, at(5, 9, 12)),
    ]);
    expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true, true, true]);
  });

  it('start again each day', () => {
    const rows = rowsOf([
      messageAt(1, at(5, 23, 58)),
      messageAt(2, at(6, 0, 1)),
      messageAt(3, at(6, 0, 2)),
    ]);
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, true, false]);
    expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, true, false]);
  });

  it('start days in the group’s time zone, also when it changes', () => {
    const messages = [messageAt(1, at(5, 23, 58)), messageAt(2, at(6, 0, 1))];
    const starts = (zone?: string) =>
      buildRows({ messages, pending: [] }, author, undefined, zone).map((row) => row.startsDay);
    expect(starts()).toEqual([true, true]);
    expect(starts('America/New_York')).toEqual([true, false]);
    expect(starts()).toEqual([true, true]);
  });

  it('keep their key when the server confirms them', () => {
    const pending = rowsOf([], [pendingAt(at(5, 9, 0))]);
    const confirmed = rowsOf([message(1, { clientMsgId: 'p1', senderId: me })]);
    expect(pending[0]?.key).toBe(confirmed[0]?.key);
    expect(pending[0]).toMatchObject({ senderName: 'Ann Lee', content: 'mine' });
  });

  it('end with pending messages, however wrong the local clock is', () => {
    const rows = rowsOf([messageAt(1, at(5, 9, 0))], [pendingAt(at(5, 7, 0))]);
    expect(rows.map(({ pending }) => pending !== null)).toEqual([false, true]);
  });
});

describe('rows', () => {
  const messages = [
    messageAt(1, at(5, 9, 0)),
    messageAt(2, at(5, 9, 1)),
    messageAt(3, at(5, 9, 2)),
  ];
  it('are the same objects while nothing about them changed', () => {
    const before = rowsOf(messages);
    const edited = { ...messageAt(3, at(5, 9, 2)), content: 'other words' };
    const after = rowsOf([...messages.slice(0, 2), edited, messageAt(4, at(5, 9, 3))]);
    expect(after.map((row, index) => row === before[index])).toEqual([true, true, false, false]);
  });

  it('show the author again after the new messages line', () => {
    const rows = buildRows({ messages, pending: [] }, author, 'm2');
    expect(rows.map(({ startsNew }) => startsNew)).toEqual([false, true, false]);
    expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, true, false]);
    expect(rowsOf(messages).map(({ startsNew }) => startsNew)).toEqual([false, false, false]);
  });
});

describe('the name of a day', () => {
  const now = at(7, 9, 0).getTime();
  it('is the common one', () => {
    expect(dayName(at(7, 0, 0).getTime(), now)).toBe('Today');
    expect(dayName(at(6, 23, 59).getTime(), now)).toBe('Yesterday');
    expect(dayName(at(5, 12, 0).getTime(), now)).toMatch(/5/);
    expect(dayName(at(5, 12, 0).getTime(), now)).not.toMatch(/2026/);
    expect(dayName(instantOf(timezone, '2025-12-30T00:00'), now)).toMatch(/2025/);
  });
});
