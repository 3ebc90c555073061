import { useEffect } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { reportAttention } from './attention.ts';
import { takePart } from './leading.ts';
import { forgetUntold, tellTheUntold } from './tell.ts';

/** Lets this tab be the one that tells, and says whether somebody looks at it. */
export function useTelling(): void {
  const connection = useConnection();
  useEffect(() => {
    const stop = takePart(tellTheUntold);
    return () => {
      stop();
      forgetUntold();
    };
  }, []);
  useEffect(() => (connection ? reportAttention(connection) : undefined), [connection]);
}
