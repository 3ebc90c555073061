import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { recordScan, type ScanAnswer } from '../../contract.ts';
import { ScanOutbox, type Unsent } from './outbox.ts';

const againAfterMs = 20_000;

type OnSaved = (answer: ScanAnswer) => void;

/** The scans the server does not have yet, and the way to get them there. */
export function useOutbox(userId: number, onSaved: OnSaved) {
  const outbox = useMemo(() => new ScanOutbox(localStorage, userId), [userId]);
  const [unsent, setUnsent] = useState(() => outbox.list());
  const latest = useRef(onSaved);
  latest.current = onSaved;
  const busy = useRef(false);

  const flush = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    void sendAll(outbox, (answer) => latest.current(answer)).then(() => {
      busy.current = false;
      // Another tab of the same person may have sent some of them.
      setUnsent(outbox.list());
    });
  }, [outbox]);
  const keep = useCallback(
    (scan: Unsent) => {
      outbox.keep(scan);
      setUnsent(outbox.list());
      flush();
    },
    [outbox, flush],
  );
  useEffect(() => {
    flush();
    const timer = setInterval(flush, againAfterMs);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
    };
  }, [flush]);
  return { unsent, keep, flush };
}

/** One after the other, those included that come in meanwhile; a line that is down ends the round. */
async function sendAll(outbox: ScanOutbox, onSaved: OnSaved): Promise<void> {
  for (;;) {
    const [next] = outbox.list();
    if (!next) return;
    try {
      onSaved(await call(recordScan, { body: next }));
    } catch (error) {
      if (!isRefused(error)) return;
      toastError(error);
    }
    outbox.forget(next.id);
  }
}

/** What the server will not take however often it is sent. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);

function toastError(error: ApiError): void {
  // Removed on another device in the meantime: nothing to say about it.
  if (error.status === 404) return;
  const description = sentenceOf(error, 'The scan could not be saved.');
  toast({ title: 'Scan not saved', description, variant: 'destructive' });
}
