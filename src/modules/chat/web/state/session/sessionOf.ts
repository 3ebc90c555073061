import type { QueryClient } from '@tanstack/react-query';
import { ready } from '../../../../../platform/contract/socket.ts';
import { type Connection, gap } from '../../../../../platform/web/realtime/connection.ts';
import { browserEnvironment } from '../../../../../platform/web/realtime/environment.ts';
import { onSignOut } from '../../../../access/web/public.ts';
import { messageChanged, messageReaction } from '../../../contract/changes.ts';
import { draftChanged, messageStarred, typing } from '../../../contract/personal.ts';
import { threadStateChanged } from '../../../contract/threads.ts';
import { newMessage } from '../../../contract.ts';
import { ChatSession } from './chatSession.ts';
import { fileTransport } from './drafts/fileTransport.ts';
import { TabStorage } from './drafts/tabStorage.ts';
import { browserLocks, Outbox } from './outbox.ts';
import { unreadOf } from './reading/unreadOf.ts';
import { createTransport } from './transport.ts';

const sessions = new WeakMap<Connection, ChatSession>();

/** The chat session of a connection: created on first use, ended with the connection. */
export function sessionOf(connection: Connection, me: number, client: QueryClient): ChatSession {
  const known = sessions.get(connection);
  if (known) return known;
  const outbox = new Outbox(localStorage, me);
  const tabStorage = new TabStorage(sessionStorage, me);
  const session = new ChatSession({
    me,
    transport: createTransport(connection),
    files: fileTransport,
    outbox,
    locks: browserLocks(),
    unread: unreadOf(connection, me, client),
    tabStorage,
    origin: crypto.randomUUID(),
    clock: browserEnvironment,
  });
  sessions.set(connection, session);
  listen(connection, session);
  flushWhenHidden(connection, session);
  // On a shared computer no one else may find unsent text.
  onSignOut(client, () => {
    outbox.clear();
    tabStorage.clear();
  });
  // A session created after the socket connected has missed the `ready` event.
  if (connection.state() === 'connected') session.begin();
  return session;
}

function listen(connection: Connection, session: ChatSession): void {
  connection.on(newMessage, (event) => session.receive(event));
  connection.on(messageChanged, (event) => session.receiveChanged(event));
  connection.on(messageReaction, (event) => session.receiveReaction(event));
  connection.on(messageStarred, (event) => session.receiveStar(event));
  connection.on(typing, (event) => session.receiveTyping(event));
  connection.on(draftChanged, (event) => session.receiveDraft(event));
  connection.on(threadStateChanged, (state) => session.receiveThreadState(state));
  connection.on(ready, () => session.synchronize());
  connection.on(gap, () => session.synchronize());
  connection.claimErrors((error) => session.refused(error));
  connection.watch(() => (connection.closed ? session.stop() : session.connectionChanged()));
}

/** A hidden page may never be shown again. */
function flushWhenHidden(connection: Connection, session: ChatSession): void {
  const onChange = () => document.visibilityState === 'hidden' && session.flush();
  document.addEventListener('visibilitychange', onChange);
  connection.watch(() => {
    if (connection.closed) document.removeEventListener('visibilitychange', onChange);
  });
}
