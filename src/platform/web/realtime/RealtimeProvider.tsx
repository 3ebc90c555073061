import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type AnySocketEvent, type auth, type DataOf, socketError } from '../../contract/socket.ts';
import { toast } from '../ui/toast.ts';
import {
  type Connection,
  type ConnectionOptions,
  type ConnectionState,
  createConnection,
} from './connection.ts';

const ConnectionContext = createContext<Connection | null>(null);

type Identity = DataOf<typeof auth> & { userId: number };

interface Props {
  /** The approved person who is signed in, or null: then there is no connection. */
  identity: Identity | null;
  onSignedOut?: ConnectionOptions['onSignedOut'];
  onRefused?: ConnectionOptions['onRefused'];
  children: ReactNode;
}

/** One connection for everything beneath, as long as the same person is signed in. */
export function RealtimeProvider({ identity, children, ...notices }: Props) {
  const latest = useRef({ identity, ...notices });
  latest.current = { identity, ...notices };
  const [connection, setConnection] = useState<Connection | null>(null);
  const userId = identity?.userId;

  useEffect(() => {
    if (userId === undefined) return;
    const opened = createConnection({
      url: `${location.origin.replace(/^http/, 'ws')}/ws`,
      identity: () => latest.current.identity ?? {},
      onState: (state) => state === 'failed' && toast(connectionFailed),
      onSignedOut: () => latest.current.onSignedOut?.(),
      onRefused: () => latest.current.onRefused?.(),
    });
    opened.on(socketError, ({ message }) =>
      toast({ title: 'Error', description: message || defaultError, variant: 'destructive' }),
    );
    setConnection(opened);
    return () => {
      opened.close();
      setConnection(null);
    };
  }, [userId]);

  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

const connectionFailed = {
  title: 'Connection Error',
  description: 'Unable to establish real-time connection. Some features may be limited.',
  variant: 'destructive',
} as const;
const defaultError = 'An error occurred with the real-time connection';

/** The connection itself, for what must live outside components; null when nobody is signed in. */
export function useConnection(): Connection | null {
  return useContext(ConnectionContext);
}

export function useConnectionState(): ConnectionState {
  const connection = useConnection();
  return useSyncExternalStore(connection?.watch ?? watchNothing, () =>
    connection ? connection.state() : 'disconnected',
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
