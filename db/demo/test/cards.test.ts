import { expect, test } from 'vitest';
import { kindsIn } from '../../../src/modules/data-guard/server/public.ts';
import { kindNames } from '../../../src/modules/notices/contract.ts';
import { demoNotices, demoSlips } from '../cards.ts';
import { demoMessages } from '../conversations.ts';
import { demoPeople } from '../people.ts';

const usernames = new Set(demoPeople().map(({ username }) => username));

test.each([
  new Date('2026-11-20T20:37:00Z'),
  new Date('2026-12-25T18:00:00Z'),
  new Date('2027-03-15T13:20:00Z'),
  new Date('2028-02-29T08:15:00Z'),
])('notices and protected slips up to %s are valid and the same every time', (asOf) => {
  const messages = demoMessages(asOf);
  const notices = demoNotices(messages, asOf);
  const slips = demoSlips(messages, asOf);
  expect(demoNotices(demoMessages(asOf), asOf)).toEqual(notices);
  expect(demoSlips(demoMessages(asOf), asOf)).toEqual(slips);
  // One is open, one is overdue.
  expect(notices.map(({ dueAt }) => dueAt > asOf)).toEqual([true, false]);
  for (const { message, kind, title, text, confirmed, dueAt } of notices) {
    expect(message.content).toBe(`${kindNames[kind]}: ${title}\n\n${text}`);
    expect(dueAt.getTime()).toBeGreaterThan(message.at.getTime());
    for (const { username, at } of confirmed) {
      expect(usernames).toContain(username);
      expect(username).not.toBe(message.sender);
      expect(at.getTime()).toBeGreaterThan(message.at.getTime());
      expect(at.getTime()).toBeLessThanOrEqual(asOf.getTime());
    }
  }
  for (const { message, label, content, expiresAt, openings } of slips) {
    expect(message.content).toBe(`Protected slip: ${label}`);
    expect(expiresAt.getTime()).toBeGreaterThan(asOf.getTime());
    // Fictional: the demo contains no real secret, nor anything that looks like one.
    expect(kindsIn([content])).toEqual([]);
    expect(JSON.stringify(messages)).not.toContain(content);
    for (const { username, at } of openings) {
      expect(usernames).toContain(username);
      expect(at.getTime()).toBeLessThanOrEqual(asOf.getTime());
    }
  }
});
