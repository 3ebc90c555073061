import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { storeNames } from '../../../../platform/contract/names.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { recordSighting } from '../../contract/lot/walks.ts';
import { type Outbox, openOutbox, type Unsent } from './outbox.ts';
import { refreshWalks } from './useWalks.ts';

const retryMs = 15_000;

/** The result of the last sighting. */
export interface SightingResult {
  tone: Extract<Tone, 'success' | 'warning' | 'danger'>;
  text: string;
}

/** Records sightings, also offline; unsent ones are sent once there is a connection. */
export function useSightings(walkId: number) {
  const client = useQueryClient();
  const userId = useCurrentUser()?.id ?? 0;
  const outbox = useMemo(() => openOutbox(localStorage, walkId, userId), [walkId, userId]);
  const [unsent, setUnsent] = useState(() => outbox.list());
  const [result, setResult] = useState<SightingResult>();
  const busy = useRef(false);

  const flush = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    void sendAll(walkId, outbox, setResult).then(async (sent) => {
      busy.current = false;
      if (sent > 0) await refreshWalks(client);
      setUnsent(outbox.list());
    });
  }, [walkId, outbox, client]);

  useEffect(() => {
    flush();
    const timer = setInterval(flush, retryMs);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
    };
  }, [flush]);

  const see = (code: string, place: string, label = code) => {
    outbox.add({ clientId: uuid(), code, place, seenAt: new Date().toISOString(), label });
    setUnsent(outbox.list());
    flush();
  };
  return { unsent, result, see };
}

/** Sends one after the other, including new ones; stops when the connection fails. */
async function sendAll(walkId: number, outbox: Outbox, onResult: (result: SightingResult) => void) {
  for (let sent = 0; ; sent += 1) {
    const [next] = outbox.list();
    if (!next) return sent;
    const { label, ...body } = next;
    try {
      onResult(resultOf(next, await call(recordSighting, { params: { walkId }, body })));
    } catch (error) {
      if (!isRefused(error)) return sent;
      onResult({ tone: 'danger', text: `${label}: ${sentenceOf(error)}` });
    }
    outbox.remove(next.clientId);
  }
}

/** Errors that a retry cannot fix. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);

type Reply = (typeof recordSighting)['reply']['_zod']['output'];

function resultOf({ label, place }: Unsent, { finding, car, store }: Reply): SightingResult {
  const name = car ? `${car.stockNumber}, ${car.title}` : label;
  switch (finding) {
    case 'here':
      return { tone: 'success', text: `Seen${place && ` at ${place}`}: ${name}` };
    case 'elsewhere':
      return { tone: 'warning', text: `${name} belongs to ${store && storeNames[store]}` };
    case 'gone':
      return { tone: 'warning', text: `${name} is no longer in stock` };
    case 'unknown':
      return { tone: 'warning', text: `No vehicle matches ${label}` };
  }
}
