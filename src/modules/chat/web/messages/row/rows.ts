import { isSameDay } from '../../../../../platform/web/time/days.ts';
import { zone } from '../../../../../platform/web/time/zone.ts';
import type { ChatMessage } from '../../../contract.ts';
import type { PendingMessage } from '../../state/store/channelState.ts';

export interface Author {
  id: number;
  firstName: string;
  lastName: string;
}

/** A message as the list shows it. */
export interface Row {
  /** Stable across the server's confirmation, so that the row does not flicker. */
  key: string;
  /** Null while it is being sent. */
  message: ChatMessage | null;
  senderId: number;
  senderName: string;
  senderInitials: string | undefined;
  content: string;
  at: number;
  pending: PendingMessage | null;
  /** The first of its day: shows the day separator. */
  startsDay: boolean;
  /** The first unread message when the conversation was opened. */
  startsNew: boolean;
  /** The first of an author's group: shows their name. */
  startsGroup: boolean;
}

interface RowsInput {
  messages: readonly ChatMessage[];
  pending: readonly PendingMessage[];
}

const groupWithinMs = 5 * 60_000;

type Line = Omit<Row, 'startsDay' | 'startsNew' | 'startsGroup'>;

const lines = new WeakMap<ChatMessage, Line>();
const rows = new WeakMap<
  ChatMessage,
  { row: Row; before: ChatMessage | undefined; timeZone: string }
>();

/**
 * Confirmed messages in order, then pending ones in the order written. `firstNewId` is the message below
 * the "New messages" separator; days are in `timeZone`. A message whose predecessor did not change keeps
 * the same row object, so that even very long lists are cheap to rebuild.
 */
export function buildRows(
  { messages, pending }: RowsInput,
  me: Author,
  firstNewId?: string,
  timeZone = zone(),
): Row[] {
  const confirmed = messages.map((message, index) => {
    const before = messages[index - 1];
    const startsNew = message.id === firstNewId;
    const known = rows.get(message);
    const isSame = known?.before === before && known?.timeZone === timeZone;
    if (known && isSame && known.row.startsNew === startsNew) return known.row;
    const row = placed(lineOf(message), before && lineOf(before), startsNew, timeZone);
    rows.set(message, { row, before, timeZone });
    return row;
  });
  const last = messages.at(-1);
  let before: Line | undefined = last && lineOf(last);
  const waiting = pending.map((one) => {
    const row = placed(waitingLine(one, me), before, false, timeZone);
    before = row;
    return row;
  });
  return [...confirmed, ...waiting];
}

function placed(line: Line, before: Line | undefined, startsNew: boolean, timeZone: string): Row {
  const startsDay = !before || !isSameDay(before.at, line.at, timeZone);
  const startsGroup = startsDay || startsNew || !before || !continues(before, line);
  return { ...line, startsDay, startsNew, startsGroup };
}

function continues(before: Line, line: Line): boolean {
  if (before.message?.messageType === 'system' || line.message?.messageType === 'system')
    return false;
  // Imported messages get their own group, which is marked as such.
  if (importedOf(before) !== importedOf(line)) return false;
  return before.senderId === line.senderId && Math.abs(line.at - before.at) <= groupWithinMs;
}

const importedOf = ({ message }: Line) => message?.metadata?.imported?.from;

function lineOf(message: ChatMessage): Line {
  const known = lines.get(message);
  if (known) return known;
  const { id, clientMsgId, senderId, senderName, senderInitials, content } = message;
  const line = {
    key: clientMsgId ? `${senderId}:${clientMsgId}` : id,
    message,
    senderId,
    senderName,
    senderInitials,
    content,
    at: Date.parse(message.createdAt),
    pending: null,
  };
  lines.set(message, line);
  return line;
}

function waitingLine(pending: PendingMessage, { id, firstName, lastName }: Author): Line {
  return {
    key: `${id}:${pending.clientMsgId}`,
    message: null,
    senderId: id,
    senderName: `${firstName} ${lastName}`,
    senderInitials: undefined,
    content: pending.content,
    at: pending.writtenAt,
    pending,
  };
}
