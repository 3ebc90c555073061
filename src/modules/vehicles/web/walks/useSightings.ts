import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { storeNames } from '../../../../platform/contract/names.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { sightCar } from '../../contract/lot/walks.ts';
import { type Outbox, openOutbox, type Unsent } from './outbox.ts';
import { refreshWalks } from './useWalkFrames.ts';

const againAfterMs = 15_000;

/** What was last said about something that was ticked. */
export interface SightingResult {
  tone: Extract<Tone, 'success' | 'warning' | 'danger'>;
  text: string;
}

/** Ticks cars off, also where there is no line: what waits is sent once there is one. */
export function useSightings(walkId: number) {
  const client = useQueryClient();
  const userId = useCurrentUser()?.id ?? 0;
  const outbox = useMemo(() => openOutbox(localStorage, walkId, userId), [walkId, userId]);
  const [unsent, setUnsent] = useState(() => outbox.list());
  const [said, setSaid] = useState<SightingResult>();
  const busy = useRef(false);

  const flush = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    void sendAll(walkId, outbox, setSaid).then(async (sent) => {
      busy.current = false;
      if (sent > 0) await refreshWalks(client);
      setUnsent(outbox.list());
    });
  }, [walkId, outbox, client]);

  useEffect(() => {
    flush();
    const timer = setInterval(flush, againAfterMs);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
    };
  }, [flush]);

  const see = (code: string, place: string, label = code) => {
    outbox.keep({ clientId: uuid(), code, place, seenAt: new Date().toISOString(), label });
    setUnsent(outbox.list());
    flush();
  };
  return { unsent, said, see };
}

/** One after the other, those included that come in meanwhile; a line that is down ends the round. */
async function sendAll(walkId: number, outbox: Outbox, onSaid: (said: SightingResult) => void) {
  for (let sent = 0; ; sent += 1) {
    const [next] = outbox.list();
    if (!next) return sent;
    const { label, ...body } = next;
    try {
      onSaid(resultOf(next, await call(sightCar, { params: { walkId }, body })));
    } catch (error) {
      if (!isRefused(error)) return sent;
      onSaid({ tone: 'danger', text: `${label}: ${sentenceOf(error)}` });
    }
    outbox.forget(next.clientId);
  }
}

/** What the server will not take however often it is sent. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);

type Answer = (typeof sightCar)['reply']['_zod']['output'];

function resultOf({ label, place }: Unsent, { finding, car, store }: Answer): SightingResult {
  const name = car ? `${car.stockNumber}, ${car.title}` : label;
  switch (finding) {
    case 'here':
      return { tone: 'success', text: `Seen${place && ` at ${place}`}: ${name}` };
    case 'elsewhere':
      return { tone: 'warning', text: `${name} belongs to ${store && storeNames[store]}` };
    case 'gone':
      return { tone: 'warning', text: `${name} has left the stock` };
    case 'unknown':
      return { tone: 'warning', text: `Nobody has a car with ${label}` };
  }
}
