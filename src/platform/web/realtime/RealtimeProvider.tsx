import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type AnySocketEvent,
  type auth,
  type DataOf,
  ready,
  socketError,
} from '../../contract/socket.ts';
import { announceNetworkReturn } from '../network/network.ts';
import { noteServerBuild } from '../network/version.ts';
import { readPageBoot } from '../state/boot.ts';
import { toast } from '../ui/toast.ts';
import { Connection, type ConnectionOptions, type ConnectionState } from './connection.ts';

const ConnectionContext = createContext<Connection | null>(null);

type Identity = DataOf<typeof auth> & { userId: number };

interface Props {
  /** The approved, signed-in user, or null: then there is no connection. */
  identity: Identity | null;
  /** True while the session has ended and the page waits for the user to sign in again. */
  paused?: boolean;
  onSignedOut?: ConnectionOptions['onSignedOut'];
  onRefused?: ConnectionOptions['onRefused'];
  children: ReactNode;
}

/** One connection for everything below, as long as the same user is signed in. */
export function RealtimeProvider({ identity, paused = false, children, ...notices }: Props) {
  const latest = useRef({ identity, ...notices });
  latest.current = { identity, ...notices };
  const [connection, setConnection] = useState<Connection | null>(null);
  const userId = identity?.userId;

  useEffect(() => {
    if (userId === undefined) return;
    let since = readSince();
    const created = new Connection({
      url: `${location.origin.replace(/^http/, 'ws')}/ws`,
      identity: () => ({ ...latest.current.identity, since }),
      onState: (state) => {
        if (state === 'failed') toast(connectionFailed);
        if (state === 'connected') announceNetworkReturn();
      },
      onSignedOut: () => latest.current.onSignedOut?.(),
      onRefused: () => latest.current.onRefused?.(),
    });
    created.on(socketError, ({ message }) =>
      toast({ title: 'Error', description: message || defaultError, variant: 'destructive' }),
    );
    created.on(ready, ({ build }) => {
      noteServerBuild(build);
      since = undefined;
    });
    // A page drawn by the server is then hydrated in small steps.
    startTransition(() => setConnection(created));
    return () => {
      created.close();
      setConnection(null);
    };
  }, [userId]);

  // Only now, when everything below listens.
  useEffect(() => void connection?.open(), [connection]);
  useEffect(() => {
    if (paused) connection?.pause();
    else connection?.resume();
  }, [paused, connection]);

  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

const connectionFailed = {
  title: 'Connection Error',
  description: 'Unable to establish real-time connection. Some features may be limited.',
  variant: 'destructive',
} as const;
const defaultError = 'An error occurred with the real-time connection';

/** When what the page shows was read. */
const readSince = () => readPageBoot<{ since?: string }>()?.since;

/** The connection, for code outside of components; null if no one is signed in. */
export function useConnection(): Connection | null {
  return useContext(ConnectionContext);
}

export function useConnectionState(): ConnectionState {
  const connection = useConnection();
  return useSyncExternalStore(
    connection?.watch ?? watchNothing,
    () => (connection ? connection.state() : 'disconnected'),
    () => 'disconnected',
  );
}

const watchNothing = () => () => {};

/** Calls `handler` for every such frame while the component is mounted. */
export function useSocketEvent<E extends AnySocketEvent>(
  event: E,
  handler: (data: DataOf<E>) => void,
): void {
  const connection = useConnection();
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => connection?.on(event, (data) => latest.current(data)), [connection, event]);
}
