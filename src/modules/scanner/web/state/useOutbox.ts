import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { recordScan, type ScanAnswer } from '../../contract.ts';
import { ScanOutbox, type Unsent } from './outbox.ts';

const retryIntervalMs = 20_000;

type OnSaved = (answer: ScanAnswer) => void;

/** The unsent scans, sent when possible and retried until the server has them. */
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
      // Another tab of the same user may have sent some of them.
      setUnsent(outbox.list());
    });
  }, [outbox]);
  const add = useCallback(
    (scan: Unsent) => {
      outbox.add(scan);
      setUnsent(outbox.list());
      flush();
    },
    [outbox, flush],
  );
  useEffect(() => {
    flush();
    const timer = setInterval(flush, retryIntervalMs);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
    };
  }, [flush]);
  return { unsent, add, flush };
}

/** Sends in sequence, including scans added meanwhile; stops when the connection fails. */
async function sendAll(outbox: ScanOutbox, onSaved: OnSaved): Promise<void> {
  for (;;) {
    const [next] = outbox.list();
    if (!next) return;
    try {
      onSaved(await call(recordScan, { body: next }));
    } catch (error) {
      if (!isPermanentFailure(error)) return;
      toastRefusal(error);
    }
    outbox.remove(next.id);
  }
}

/** A failure that a retry would not fix; rights may be missing only until the user has chosen a new password. */
const isPermanentFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 403, 408, 429].includes(error.status);

function toastRefusal(error: ApiError): void {
  // Removed on another device in the meantime: no need to notify.
  if (error.status === 404) return;
  toastFailure(error, 'Couldn’t save scan', 'Try again.');
}
