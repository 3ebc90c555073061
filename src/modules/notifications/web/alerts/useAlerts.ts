import { useEffect } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { alertUnseen, forgetUnseen } from './alert.ts';
import { reportAttention } from './attention.ts';
import { joinElection } from './leading.ts';

/** Makes this tab a candidate for alerts, and reports whether the person is active in it. */
export function useAlerts(): void {
  const connection = useConnection();
  useEffect(() => {
    const stop = joinElection(alertUnseen);
    return () => {
      stop();
      forgetUnseen();
    };
  }, []);
  useEffect(() => (connection ? reportAttention(connection) : undefined), [connection]);
}
