import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { auth, ready } from '../../contract/socket.ts';
import type { Bus } from '../bus/bus.ts';
import { forbidden } from '../errors.ts';
import type { Actor, Authenticate } from '../http/actor.ts';
import type { SessionCookie } from '../http/cookie.ts';
import type { Background } from '../jobs/background.ts';
import type { Log } from '../log/log.ts';
import { type Connection, createConnection } from './connection.ts';
import { createFanout, type Publish } from './fanout.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createRecent, type Recent } from './recent.ts';
import { watchLife } from './socket-life.ts';
import { createTopics, type Topics } from './topics.ts';
import { createUpgrade } from './upgrade.ts';
import { type FindActors, personChanged, sendReady, watchSessions } from './watch.ts';

type Hook = (connection: Connection) => void | Promise<void>;

/** The one hub. Identity is the session cookie at the upgrade, and never a field of a frame. */
export interface Realtime {
  handle: Inbox['handle'];
  declareTopic: Topics['declare'];
  subscribe: Topics['subscribe'];
  /** For modules with many topics per connection: checks all of them at once, and drops them again. */
  topics: Pick<Topics, 'declareMany' | 'subscribeKnown' | 'unsubscribe'>;
  /** Only after COMMIT. Platform topics: `everyone:`, `user:{id}` and `rights:{id}`. */
  publish: Publish;
  /** Publishes to the sockets of this instance only, for what every instance reads from the database itself. */
  publishHere: Publish;
  /** Runs after authentication, before `ready` is sent. */
  onConnect(hook: Hook): void;
  onDisconnect(hook: Hook): void;
  /** Runs after the rights of a connection's user changed. */
  onRightsChange(hook: Hook): void;
  connections(): Iterable<Connection>;
  /** The present, for the `since` of a page that is read from now on. */
  mark: Recent['mark'];
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Refuses new sockets and closes the open ones with 1012, a hundred at a time. */
  drain(): Promise<void>;
}

interface Options {
  authenticate: Authenticate;
  findActors: FindActors;
  cookie: SessionCookie;
  /** Where the server listens. */
  host: string;
  publicUrl: string | undefined;
  bus: Bus;
  background: Background;
  log: Log;
  /** Of the site; undefined if there is no build. */
  build?: string | undefined;
}

export function createRealtime(options: Options): Realtime {
  const { bus, background, log } = options;
  const connections = new Set<Connection>();
  const countByUser = new Map<number, number>();
  const topics = declareCommonTopics(createTopics());
  const recent = rememberRecent(bus);
  const inbox = createInbox(log);
  const [connected, disconnected, changed] = [createHooks(), createHooks(), createHooks()];
  let open = true;

  async function greet(connection: Connection, connect: Hook, since?: string): Promise<void> {
    await subscribeFirst(connection, topics, connect);
    connection.live = true;
    const missed = since === undefined ? since : recent.missedSince(since, connection.topics);
    sendReady(connection, options.build, missed);
  }
  handleAuth(inbox, (connection, since) => greet(connection, connected.run, since));
  const watch = watchSessions({ ...options, connections, topics, onRightsChange: changed.run });

  const countOf = (userId: number) => countByUser.get(userId) ?? 0;

  // Some work started by a socket is not awaited; an unhandled error there would crash the process.
  const onError = (err: unknown) => log.error({ err }, 'Failed to serve a socket');

  function accept(ws: WebSocket, socket: Duplex, actor: Actor, rightsOnly: boolean): void {
    const connection = createConnection(ws, socket, actor, rightsOnly);
    const { userId } = actor;
    connections.add(connection);
    countByUser.set(userId, countOf(userId) + 1);
    ws.on('message', inbox.listen(connection));
    watchLife(ws, connection, log, () => {
      connections.delete(connection);
      if (countOf(userId) > 1) countByUser.set(userId, countOf(userId) - 1);
      else countByUser.delete(userId);
      topics.leaveAll(connection);
      void background.run(() => disconnected.run(connection).catch(onError));
    });
    if (rightsOnly) greet(connection, async () => {}).catch(onError);
  }

  return {
    handle: inbox.handle,
    declareTopic: topics.declare,
    subscribe: topics.subscribe,
    topics,
    ...createFanout(topics, bus, recent),
    onConnect: connected.add,
    onDisconnect: disconnected.add,
    onRightsChange: changed.add,
    connections: () => connections,
    mark: recent.mark,
    upgrade: createUpgrade({
      ...options,
      isOpen: () => open,
      countOf,
      accept,
    }),
    async drain() {
      open = false;
      watch.stop();
      for (const [index, connection] of [...connections].entries()) {
        connection.close(1012, 'restarting');
        if (index % 100 === 99) await sleep(20);
      }
    },
  };
}

function declareCommonTopics(topics: Topics): Topics {
  topics.declare('everyone', () => true);
  topics.declare('user', (actor, id) => actor.userId === Number(id));
  topics.declare('rights', (actor, id) => actor.userId === Number(id));
  return topics;
}

function rememberRecent(bus: Bus): Recent {
  const recent = createRecent();
  // An open socket gets another `ready` then.
  bus.subscribe(personChanged, (payload) => {
    recent.note(`rights:${(payload as { userId: number }).userId}`, ready.type);
  });
  bus.onMissed(recent.forget);
  return recent;
}

type Greet = (connection: Connection, since: string | undefined) => Promise<void>;

function handleAuth(inbox: Inbox, greet: Greet): void {
  inbox.handle(auth, async (connection, claim) => {
    const { userId, username } = connection.actor;
    const same =
      (claim.userId === undefined || claim.userId === userId) &&
      (claim.username === undefined || claim.username === username);
    if (!same) {
      setImmediate(() => connection.close(1008, 'not you'));
      throw forbidden('This session belongs to someone else.');
    }
    if (connection.live) return;
    connection.accepts = new Set(claim.accepts);
    await greet(connection, claim.since);
  });
}

/** Subscribe first, `ready` last: fetches after it overlap with published events. */
async function subscribeFirst(
  connection: Connection,
  topics: Topics,
  connect: Hook,
): Promise<void> {
  const { userId } = connection.actor;
  await topics.subscribe(connection, `rights:${userId}`);
  if (!connection.rightsOnly) {
    await topics.subscribe(connection, `user:${userId}`);
    await topics.subscribe(connection, 'everyone:');
    await connect(connection);
  }
}

function createHooks() {
  const hooks: Hook[] = [];
  return {
    add: (hook: Hook) => void hooks.push(hook),
    async run(connection: Connection): Promise<void> {
      for (const hook of hooks) await hook(connection);
    },
  };
}
