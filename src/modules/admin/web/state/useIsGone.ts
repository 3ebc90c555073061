import { useState } from 'react';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { userDeleted } from '../../../people/contract.ts';

/** Whether someone deleted the account while it is open here. */
export function useIsGone(id: number | undefined): boolean {
  const [gone, setGone] = useState(false);
  useSocketEvent(userDeleted, ({ userId }) => {
    if (userId === id) setGone(true);
  });
  return gone;
}
