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
  answer: (cards: RecordCard[]) => void;
  fail: (error: unknown) => void;
}

const allKey = queryKeyFor(findCards);
const keyOf = ({ kind, key }: Named) => [...allKey, kind, key];
const staleMs = 60_000;

/** The cards of a reference: none where there is no such record for this person. */
export const cardsOf = ({ kind, key }: Named) =>
  queryOptions<RecordCard[]>({
    queryKey: keyOf({ kind, key }),
    queryFn: () => new Promise<RecordCard[]>((answer, fail) => ask({ kind, key, answer, fail })),
    staleTime: staleMs,
  });

export const knownCards = (client: QueryClient, named: Named): RecordCard[] =>
  client.getQueryData<RecordCard[]>(keyOf(named)) ?? [];

let waiting: RequestedCard[] = [];

/** What a screen asks for at the same moment goes to the server together. */
function ask(asked: RequestedCard): void {
  if (waiting.length === 0) setTimeout(() => flush(), 0);
  waiting.push(asked);
}

function flush(): void {
  const all = waiting;
  waiting = [];
  for (let start = 0; start < all.length; start += maxReferences) {
    void answerTogether(all.slice(start, start + maxReferences));
  }
}

async function answerTogether(asked: readonly RequestedCard[]): Promise<void> {
  try {
    const references = asked.map(({ kind, key }) => ({ kind, key }));
    const found = await call(findCards, { body: { references } });
    for (const { kind, key, answer } of asked) {
      const mine = found.filter((one) => one.kind === kind && one.key === key);
      answer(mine.map(({ card }) => card));
    }
  } catch (error) {
    // The words stay words; the next look asks again.
    for (const { fail } of asked) fail(error);
  }
}

/** Asks early for what the held messages name, so that most rows know their cards when they appear. */
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

/** With other rights other records are there: what is on screen is asked for again, the rest is dropped. */
export function useCardUpkeep(): void {
  const client = useQueryClient();
  const askAgain = () => {
    client.removeQueries({ queryKey: allKey, type: 'inactive' });
    void client.invalidateQueries({ queryKey: allKey });
  };
  useSocketEvent(userPermissionsUpdated, askAgain);
  useSocketEvent(ready, askAgain);
}
