import { clsx } from 'clsx';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import type { ConnectionNotice } from './useConnectionNotice.ts';

interface Props {
  notice: ConnectionNotice;
}

/** The connection status in the header. */
export function ConnectionStatus({ notice }: Props) {
  const { connected, failed, label } = notice;
  return (
    <span
      role="status"
      className={clsx(
        'inline-flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap',
        failed ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      {connected && <span aria-hidden className="size-2 rounded-full bg-success" />}
      {failed && <TriangleAlert aria-hidden className="size-3.5" />}
      {!connected && !failed && <Spinner className="size-3.5" />}
      {label}
    </span>
  );
}

interface StaleProps extends Props {
  /** For a thread: hidden when shown next to its conversation, which has the notice already. */
  beside?: boolean;
}

/** Warns above the messages that they may be out of date. */
export function StaleNotice({ notice, beside = false }: StaleProps) {
  const connection = useConnection();
  if (!notice.stale) return null;
  return (
    <div
      className={clsx(
        beside && '@min-[1000px]:hidden',
        'flex min-h-9 shrink-0 items-center gap-2 border-b border-border bg-warning-surface px-4 py-1 text-sm text-warning-text',
      )}
    >
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {notice.failed
          ? 'The connection failed. Newer messages may be missing.'
          : 'Reconnecting… Newer messages may be missing.'}
      </span>
      {notice.failed && (
        <Button size="sm" onClick={() => connection?.retry()}>
          Retry now
        </Button>
      )}
    </div>
  );
}
