import { useEffect, useRef, useState } from 'react';
import type { ConnectionState } from '../../../../platform/web/realtime/connection.ts';
import { useConnectionState } from '../../../../platform/web/realtime/RealtimeProvider.tsx';

const staleAfterMs = 5_000;

export interface ConnectionNotice {
  connected: boolean;
  failed: boolean;
  label: string;
  /** Why nothing can be sent now; empty while connected. */
  reason: string;
  /** Without a connection for so long that what is shown may be out of date. */
  stale: boolean;
}

/** The truth about the connection, in words. */
export function useConnectionNotice(): ConnectionNotice {
  const state = useConnectionState();
  const connected = state === 'connected';
  const wasConnected = useRef(connected);
  if (connected) wasConnected.current = true;
  const [stale, setStale] = useState(false);

  useEffect(() => {
    setStale(false);
    if (connected) return;
    const timer = setTimeout(() => setStale(true), staleAfterMs);
    return () => clearTimeout(timer);
  }, [connected]);

  return { connected, failed: state === 'failed', stale, ...wording(state, wasConnected.current) };
}

function wording(state: ConnectionState, wasConnected: boolean) {
  if (state === 'connected') return { label: 'Connected', reason: '' };
  if (state === 'failed') {
    return { label: 'Connection failed', reason: 'Not connected. Retry to send messages.' };
  }
  return wasConnected
    ? { label: 'Reconnecting…', reason: 'Reconnecting… You can write again in a moment.' }
    : { label: 'Connecting…', reason: 'Connecting… You can write in a moment.' };
}
