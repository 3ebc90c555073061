import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import {
  getScan,
  keptScans,
  listScans,
  type Scan,
  type ScanAnswer,
  scansChanged,
} from '../../contract.ts';
import { asScan, type Unsent } from './outbox.ts';
import { useOutbox } from './useOutbox.ts';

export const listKey = queryKeyFor(listScans);
export const scanKey = (scanId: string) => queryKeyFor(getScan, { params: { scanId } });

export interface Scans {
  /** Newest first; undefined while not known. */
  list: Scan[] | undefined;
  failed: boolean;
  /** Those the server does not have yet. */
  waiting: ReadonlySet<string>;
  keep: (scan: Unsent) => void;
  lookAgain: () => void;
}

/** One's latest scans, those included that wait for the line. */
export function useScans(userId: number): Scans {
  const client = useQueryClient();
  const { data, isError } = useQuery({ ...queryOptionsFor(listScans), staleTime: 0 });
  const lookAgain = () => void client.invalidateQueries({ queryKey: listKey });
  const { unsent, keep, flush } = useOutbox(userId, (answer: ScanAnswer) => {
    client.setQueryData(scanKey(answer.scan.id), answer);
    client.setQueryData<Scan[]>(listKey, (known) => known && merged(known, [answer.scan]));
  });
  useSocketEvent(ready, () => {
    flush();
    lookAgain();
  });
  useSocketEvent(scansChanged, lookAgain);

  return useMemo(() => {
    const saved = new Set(data?.map(({ id }) => id));
    const waiting = unsent.filter(({ id }) => !saved.has(id));
    return {
      list: data || waiting.length > 0 ? merged(data ?? [], waiting.map(asScan)) : undefined,
      failed: isError,
      waiting: new Set(waiting.map(({ id }) => id)),
      keep,
      lookAgain: () => void client.invalidateQueries({ queryKey: listKey }),
    };
  }, [data, unsent, isError, keep, client]);
}

function merged(known: readonly Scan[], added: readonly Scan[]): Scan[] {
  const byId = new Map([...added, ...known].map((scan) => [scan.id, scan]));
  return [...byId.values()]
    .sort((a, b) => b.scannedAt.localeCompare(a.scannedAt))
    .slice(0, keptScans);
}
