import { describe, expect, test } from 'vitest';
import { preview } from '../web/messages/text/preview.ts';
import { allowedWith } from '../web/state/messages/allowed.ts';
import { attachment, me, message } from './fakeServer.web.ts';

const deletedAt = '2026-01-05T17:00:00.000Z';
const forwarded = {
  messageId: 'm9',
  channelId: 'service',
  senderId: 9,
  senderName: 'Bo Hall',
  content: 'The Kona is ready',
  createdAt: '2026-01-05T16:00:00.000Z',
};
const photo = message(1, { content: '', attachments: [attachment('a')] });
const plainForward = message(1, { content: '', metadata: { forwarded } });

describe('forwarding is offered', () => {
  test.each([
    ['text', message(1)],
    ['a photo without text', photo],
    ['a forward without a comment', plainForward],
  ])('for %s', (_, one) => {
    expect(allowedWith(one, undefined, me).forward).toBe(true);
  });

  test.each([
    ['a poll', message(1, { messageType: 'poll' })],
    ['a card', message(1, { messageType: 'card' })],
    ['a system message', message(1, { messageType: 'system' })],
    ['a deleted message', message(1, { deletedAt })],
  ])('not for %s, which the server would refuse', (_, one) => {
    expect(allowedWith(one, undefined, me).forward).toBe(false);
  });
});

test('the preview of a forward without a comment shows what was forwarded', () => {
  expect(preview(plainForward)).toBe('The Kona is ready');
  expect(preview(photo)).toBe('a.pdf');
});
