import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { noteServerTime } from '../../../time-clock/web/public.ts';
import { getKiosk, type Kiosk } from '../../contract.ts';

export const kioskKey = queryKeyFor(getKiosk);

/** Often while someone may be waiting at the device: for it to be added, or for the connection. */
const pollMs = { often: 3_000, otherwise: 15_000 };
/** Slower connections are treated as none. */
const timeoutMs = 8_000;

export const inTime = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** Whether the server was unreachable or temporarily unavailable. */
export const isUnreached = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500;

async function readKiosk(): Promise<Kiosk> {
  const requestedAt = Date.now();
  const kiosk = await call(getKiosk, undefined, inTime());
  noteServerTime(kiosk.serverTime, requestedAt, Date.now());
  return kiosk;
}

/** What this device is, read every few seconds: it may be added or removed, or lose its connection. */
export function useKiosk() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: kioskKey,
    queryFn: readKiosk,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval({ state: { data: kiosk, error: failure } }) {
      const isOffline = failure !== null && isUnreached(failure);
      return kiosk?.state === 'waiting' || isOffline ? pollMs.often : pollMs.otherwise;
    },
    refetchIntervalInBackground: true,
    // The browser's online state is ignored: a server on the local network works without internet.
    networkMode: 'always',
  });
  const isRemoved = error instanceof ApiError && error.status === 401;
  return {
    kiosk: data,
    error,
    isRemoved,
    /** Since when there has been no connection, in this device's time; null while there is one. */
    offlineSince: error && data && !isRemoved ? dataUpdatedAt : null,
    refetch,
  };
}
