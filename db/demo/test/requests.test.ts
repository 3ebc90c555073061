import { expect, test } from 'vitest';
import { demoMessages } from '../conversations.ts';
import { demoPeople } from '../people.ts';
import { demoRequests } from '../requests.ts';

test.each([
  new Date('2026-11-20T20:37:00Z'),
  new Date('2026-12-25T18:00:00Z'),
  new Date('2028-02-29T08:15:00Z'),
])('the requests up to %s have demo users as owners, and are in the past', (asOf) => {
  const usernames = new Set(demoPeople().map(({ username }) => username));
  const requests = demoRequests(demoMessages(asOf));
  expect(new Set(requests.map(({ message }) => message.clientMsgId)).size).toBe(requests.length);
  for (const { message, owner } of requests) {
    if (!owner) continue;
    expect(usernames).toContain(owner.username);
    expect(owner.username).not.toBe(message.sender);
    const times = [message.at, owner.claimedAt, owner.doneAt ?? asOf].map(Number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(owner.claimedAt.getTime()).toBeLessThanOrEqual(asOf.getTime());
  }
});
