import { describe, expect, it } from 'vitest';
import type { MessageChanged } from '../contract/changes.ts';
import type { ChatMessage } from '../contract.ts';
import { changedMessage, hasVoted, withMyVotes } from '../web/state/store/myVotes.ts';

const me = 7;
const many = (mine?: boolean) => ({
  id: 1,
  text: 'Monday',
  voters: [1, 2, 3],
  count: 900,
  ...(mine !== undefined && { mine }),
});
type Metadata = NonNullable<ChatMessage['metadata']>;
type Option = NonNullable<Metadata['poll']>['options'][number];
const metadata = (...options: Option[]): Metadata => ({
  poll: { options, multiple: true, closedAt: null, voterCount: 901 },
});
const few = { id: 2, text: 'Friday', voters: [me] };
const frame = (vote?: MessageChanged['vote']): MessageChanged => ({
  id: 'm',
  channelId: 'sales',
  seq: 1,
  rev: 2,
  prevRev: 1,
  clientMsgId: 'c',
  senderId: 1,
  senderName: 'Ann Sales',
  senderInitials: 'AS',
  content: 'When?',
  messageType: 'poll',
  metadata: metadata(many(), few),
  threadId: null,
  threadSeq: null,
  thread: null,
  replyToId: null,
  isPinned: false,
  isStarred: false,
  editedAt: null,
  deletedAt: null,
  createdAt: '2026-05-01T12:00:00.000Z',
  mentions: [],
  mentionedUserIds: [],
  mentionsChannel: false,
  reactions: [],
  attachments: [],
  readBy: [],
  deliveredTo: [],
  ...(vote && { vote }),
});
const voted = (vote: MessageChanged['vote'], current: Metadata) =>
  withMyVotes(changedMessage(frame(vote), me).metadata, current)?.poll?.options[0];

describe('the user’s votes in a large poll', () => {
  it('are kept when someone else votes', () => {
    expect(voted({ userId: 3, options: [1] }, metadata(many(true), few))).toEqual(many(true));
    expect(voted(undefined, metadata(many(false), few))).toEqual(many(false));
  });

  it('follow the user’s other devices', () => {
    expect(voted({ userId: me, options: [2] }, metadata(many(true), few))).toEqual(many(false));
    expect(voted({ userId: me, options: [1] }, metadata(many(false), few))).toEqual(many(true));
  });

  it('are taken from the names if all are listed', () => {
    const all = metadata(few);
    expect(withMyVotes(all, metadata(many(true)))).toBe(all);
    expect([hasVoted(few, me), hasVoted(many(), me), hasVoted(many(true), me)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('leave nothing of the event on the message', () => {
    const message = changedMessage(frame({ userId: me, options: [1] }), me);
    expect(Object.keys(message)).not.toContain('vote');
    expect(Object.keys(message)).not.toContain('prevRev');
  });
});
