import type { QueryClient } from '@tanstack/react-query';
import { ready } from '../../../../../platform/contract/socket.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { type Connection, gap } from '../../../../../platform/web/realtime/connection.ts';
import { browserEnvironment as clock } from '../../../../../platform/web/realtime/environment.ts';
import { userPermissionsUpdated } from '../../../../people/contract.ts';
import { messageChanged } from '../../../contract/changes.ts';
import { channelChanged } from '../../../contract/channels.ts';
import { getUnread, messageStarred, readStateChanged } from '../../../contract/personal.ts';
import { threadStateChanged } from '../../../contract/threads.ts';
import { newMessage } from '../../../contract.ts';
import { UnreadBook, type UnreadReply } from '../../store/unread.ts';

/** Several reasons to ask come together. */
const askAfterMs = 300;
/** Under a stream of replies everybody would ask all the time. */
const askEveryMs = 2_000;

export const unreadKey = queryKeyFor(getUnread);

const books = new WeakMap<Connection, UnreadBook>();

/** What is not read, for as long as the connection lives; the query cache always holds its numbers. */
export function unreadOf(connection: Connection, me: number, client: QueryClient): UnreadBook {
  const known = books.get(connection);
  if (known) return known;
  const ask = createAsking(client);
  const onChange = () =>
    client.setQueryData<UnreadReply>(unreadKey, (held) => held && book.snapshot());
  const book = new UnreadBook({ me, onChange, onUnsure: ask });
  books.set(connection, book);
  connection.on(newMessage, (message) => book.message(message));
  connection.on(messageChanged, (message) => book.changed(message));
  connection.on(readStateChanged, (state) => book.take(state));
  connection.on(messageStarred, (star) => book.starred(star));
  const reasons = [threadStateChanged, channelChanged, userPermissionsUpdated, ready, gap];
  for (const reason of reasons) connection.on(reason, ask);
  return book;
}

export async function loadUnread(book: UnreadBook, signal: AbortSignal): Promise<UnreadReply> {
  book.asking();
  book.answered(await call(getUnread, {}, { signal }));
  return book.snapshot();
}

function createAsking(client: QueryClient) {
  let lastAsked = 0;
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const wait = Math.max(askAfterMs, lastAsked + askEveryMs - clock.now());
    clock.after(wait, () => {
      isWaiting = false;
      lastAsked = clock.now();
      void client.invalidateQueries({ queryKey: unreadKey, exact: true });
    });
  };
}
