import type { ChatMessage } from '../../../contract.ts';
import type { ChannelState, PendingMessage } from '../../store/channelState.ts';
import { isSameDay } from './times.ts';

export interface Author {
  id: number;
  firstName: string;
  lastName: string;
}

/** A message as the list shows it. */
export interface Row {
  /** The same before and after the server confirmed the message, so that it does not flicker. */
  key: string;
  senderId: number;
  senderName: string;
  senderInitials: string | undefined;
  content: string;
  at: number;
  edited: boolean;
  pending: PendingMessage | null;
  /** The first of its day, and stands under the day's name. */
  startsDay: boolean;
  /** The first of what one author says in one go, and stands under their name. */
  startsGroup: boolean;
}

const groupWithinMs = 5 * 60_000;

type Line = Omit<Row, 'startsDay' | 'startsGroup'>;

/** Confirmed messages by seq, then those on their way in the order they were written. */
export function buildRows(state: ChannelState, me: Author): Row[] {
  const lines = [...state.messages.map(confirmed), ...state.pending.map((one) => waiting(one, me))];
  return lines.map((line, index) => {
    const before = lines[index - 1];
    const startsDay = !before || !isSameDay(before.at, line.at);
    return { ...line, startsDay, startsGroup: startsDay || !before || !continues(before, line) };
  });
}

function continues(before: Line, line: Line): boolean {
  return before.senderId === line.senderId && Math.abs(line.at - before.at) <= groupWithinMs;
}

function confirmed(message: ChatMessage): Line {
  const { id, clientMsgId, senderId, senderName, senderInitials, content } = message;
  return {
    key: clientMsgId ? `${senderId}:${clientMsgId}` : id,
    senderId,
    senderName,
    senderInitials,
    content,
    at: Date.parse(message.createdAt),
    edited: message.editedAt !== null,
    pending: null,
  };
}

function waiting(pending: PendingMessage, { id, firstName, lastName }: Author): Line {
  return {
    key: `${id}:${pending.clientMsgId}`,
    senderId: id,
    senderName: `${firstName} ${lastName}`,
    senderInitials: undefined,
    content: pending.content,
    at: pending.writtenAt,
    edited: false,
    pending,
  };
}
