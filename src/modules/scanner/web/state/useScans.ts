import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import {
  getScan,
  listScans,
  maxScans,
  type Scan,
  type ScanAnswer,
  scansChanged,
} from '../../contract.ts';
import { asScan, type Unsent } from './outbox.ts';
import { useOutbox } from './useOutbox.ts';

export const listKey = queryKeyFor(listScans);
export const scanKey = (scanId: string) => queryKeyFor(getScan, { params: { scanId } });

export interface Scans {
  /** Newest first; undefined while loading. */
  list: Scan[] | undefined;
  /** Why the list could not be loaded; null if it was, or is loading. */
  error: Error | null;
  /** Ids of unsent scans. */
  waiting: ReadonlySet<string>;
  add: (scan: Unsent) => void;
  refresh: () => void;
}

/** The user's latest scans, including unsent ones. */
export function useScans(userId: number): Scans {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...queryOptionsFor(listScans), staleTime: 0 });
  const refresh = () => void client.invalidateQueries({ queryKey: listKey });
  const { unsent, add, flush } = useOutbox(userId, (answer: ScanAnswer) => {
    client.setQueryData(scanKey(answer.scan.id), answer);
    client.setQueryData<Scan[]>(listKey, (current) => current && merged(current, [answer.scan]));
  });
  useSocketEvent(ready, () => {
    flush();
    refresh();
  });
  useSocketEvent(scansChanged, refresh);

  return useMemo(() => {
    const saved = new Set(data?.map(({ id }) => id));
    const waiting = unsent.filter(({ id }) => !saved.has(id));
    return {
      list: data || waiting.length > 0 ? merged(data ?? [], waiting.map(asScan)) : undefined,
      error,
      waiting: new Set(waiting.map(({ id }) => id)),
      add,
      refresh: () => void client.invalidateQueries({ queryKey: listKey }),
    };
  }, [data, unsent, error, add, client]);
}

function merged(current: readonly Scan[], added: readonly Scan[]): Scan[] {
  const byId = new Map([...added, ...current].map((scan) => [scan.id, scan]));
  return [...byId.values()]
    .sort((a, b) => b.scannedAt.localeCompare(a.scannedAt))
    .slice(0, maxScans);
}
