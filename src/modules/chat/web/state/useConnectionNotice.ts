import { useEffect, useRef, useState } from 'react';
import type { ConnectionState } from '../../../../platform/web/realtime/connection.ts';
import { useConnectionState } from '../../../../platform/web/realtime/RealtimeProvider.tsx';

const staleAfterMs = 5_000;

export interface ConnectionNotice {
  connected: boolean;
  failed: boolean;
  label: string;
  /** Why sending is disabled; empty while connected. */
  reason: string;
  /** Disconnected long enough that messages may be out of date. */
  stale: boolean;
}

/** The connection status as text. */
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

  return { connected, failed: state === 'failed', stale, ...textsOf(state, wasConnected.current) };
}

function textsOf(state: ConnectionState, wasConnected: boolean) {
  if (state === 'connected') return { label: 'Connected', reason: '' };
  if (state === 'failed') {
    return { label: 'Connection failed', reason: 'Not connected. Retry to send messages.' };
  }
  return wasConnected
    ? { label: 'Reconnecting…', reason: 'Reconnecting… You can write again in a moment.' }
    : { label: 'Connecting…', reason: 'Connecting… You can write in a moment.' };
}
