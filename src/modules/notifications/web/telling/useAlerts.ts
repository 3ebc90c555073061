import { useEffect } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { alertUnseen, forgetUnseen } from './alert.ts';
import { reportAttention } from './attention.ts';
import { takePart } from './leading.ts';

/** Lets this tab be the one that tells, and says whether somebody looks at it. */
export function useAlerts(): void {
  const connection = useConnection();
  useEffect(() => {
    const stop = takePart(alertUnseen);
    return () => {
      stop();
      forgetUnseen();
    };
  }, []);
  useEffect(() => (connection ? reportAttention(connection) : undefined), [connection]);
}
