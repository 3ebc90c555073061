import type { QueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { type Connection, gap } from '../../../../platform/web/realtime/connection.ts';
import { browserEnvironment } from '../../../../platform/web/realtime/environment.ts';
import { currentUserKey } from '../../../access/web/public.ts';
import { newMessage } from '../../contract.ts';
import { ChatSession } from './chatSession.ts';
import { Outbox } from './outbox.ts';
import { createTransport } from './transport.ts';

const sessions = new WeakMap<Connection, ChatSession>();

/** The chat session of a connection: begun at the first asking, ended with the connection. */
export function sessionOf(connection: Connection, me: number, client: QueryClient): ChatSession {
  const known = sessions.get(connection);
  if (known) return known;
  const outbox = new Outbox(localStorage, me);
  const transport = createTransport(connection);
  const session = new ChatSession({ me, transport, outbox, clock: browserEnvironment });
  sessions.set(connection, session);
  connection.on(newMessage, (frame) => session.receive(frame));
  connection.on(ready, () => session.synchronize());
  connection.on(gap, () => session.synchronize());
  connection.claimErrors((error) => session.refused(error));
  connection.watch(() => (connection.closed ? session.stop() : session.connectionChanged()));
  clearOnLogout(client, outbox);
  return session;
}

/**
 * Signing out drops everything the cache holds of the person, and unsent text on a shared desk goes
 * with it. A session that merely expired drops nothing: the same person may come back to send it.
 */
function clearOnLogout(client: QueryClient, outbox: Outbox): void {
  const userKey = JSON.stringify(currentUserKey);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryHash === userKey) outbox.clear();
  });
}
