import { clsx } from 'clsx';
import { CloudOff } from 'lucide-react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { ConnectionNotice } from '../state/useConnectionNotice.ts';

interface Props {
  notice: ConnectionNotice;
  /** For a thread: hidden when shown next to its conversation, which has the notice already. */
  beside?: boolean;
}

/** Warns above the messages that they may be out of date. */
export function StaleNotice({ notice, beside = false }: Props) {
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
