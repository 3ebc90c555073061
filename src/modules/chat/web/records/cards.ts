import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { userPermissionsUpdated } from '../../../people/contract.ts';
import {
  findCards,
  findReferences,
  maxReferences,
  type RecordCard,
  type RecordKind,
} from '../../../records/contract.ts';
import type { ChatMessage } from '../../contract.ts';

interface Named {
  kind: RecordKind;
  key: string;
}

interface RequestedCard extends Named {
  resolve: (cards: RecordCard[]) => void;
  reject: (error: unknown) => void;
}

const allKey = queryKeyFor(findCards);
const keyOf = ({ kind, key }: Named) => [...allKey, kind, key];
const staleMs = 60_000;

/** The cards of a reference; empty if the user can't see such a record. */
export const cardsOf = ({ kind, key }: Named) =>
  queryOptions<RecordCard[]>({
    queryKey: keyOf({ kind, key }),
    queryFn: () =>
      new Promise<RecordCard[]>((resolve, reject) => request({ kind, key, resolve, reject })),
    staleTime: staleMs,
  });

export const knownCards = (client: QueryClient, named: Named): RecordCard[] =>
  client.getQueryData<RecordCard[]>(keyOf(named)) ?? [];

let queue: RequestedCard[] = [];

/** Batches the requests of one render into one call. */
function request(requested: RequestedCard): void {
  if (queue.length === 0) setTimeout(() => flush(), 0);
  queue.push(requested);
}

function flush(): void {
  const all = queue;
  queue = [];
  for (let start = 0; start < all.length; start += maxReferences) {
    void fetchBatch(all.slice(start, start + maxReferences));
  }
}

async function fetchBatch(batch: readonly RequestedCard[]): Promise<void> {
  try {
    const references = batch.map(({ kind, key }) => ({ kind, key }));
    const found = await call(findCards, { body: { references } });
    for (const { kind, key, resolve } of batch) {
      const mine = found.filter((one) => one.kind === kind && one.key === key);
      resolve(mine.map(({ card }) => card));
    }
  } catch (error) {
    // The mentions stay plain text; the next render retries.
    for (const { reject } of batch) reject(error);
  }
}

/** Prefetches the cards of loaded messages, so that most rows have them when they appear. */
export function useWarmCards(messages: readonly ChatMessage[]): void {
  const client = useQueryClient();
  const named = useMemo(
    () => messages.flatMap((message) => (message.deletedAt ? [] : namedIn(message.content))),
    [messages],
  );
  useEffect(() => {
    for (const one of named) void client.prefetchQuery(cardsOf(one));
  }, [client, named]);
}

/** Each record once, in order. */
export function namedIn(content: string): Named[] {
  const found = findReferences(content).map(({ kind, key }) => ({ kind, key }));
  return [...new Map(found.map((one) => [`${one.kind} ${one.key}`, one])).values()];
}

/** After permission changes, refetches the cards on screen and drops the rest. */
export function useCardUpkeep(): void {
  const client = useQueryClient();
  const refetch = () => {
    client.removeQueries({ queryKey: allKey, type: 'inactive' });
    void client.invalidateQueries({ queryKey: allKey });
  };
  useSocketEvent(userPermissionsUpdated, refetch);
  useSocketEvent(ready, refetch);
}
