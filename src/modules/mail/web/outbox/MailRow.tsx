import { clsx } from 'clsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { OutboxMail } from '../../contract.ts';
import { stateLooks } from './states.ts';

interface Props {
  mail: OutboxMail;
  isShown: boolean;
  onShow: (row: HTMLElement) => void;
}

export function MailRow({ mail, isShown, onShow }: Props) {
  const { label, ...look } = stateLooks[mail.state];
  const at = new Date(mail.createdAt);
  return (
    <li>
      <button
        type="button"
        aria-current={isShown || undefined}
        onClick={({ currentTarget }) => onShow(currentTarget)}
        className={clsx(
          'flex w-full flex-col gap-1 px-3 py-2 text-left -outline-offset-2',
          isShown ? 'bg-accent-surface' : 'hover:bg-hover',
        )}
      >
        <span className="flex w-full items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-base font-medium text-text">
            {mail.subject}
          </span>
          <Badge {...look}>{label}</Badge>
        </span>
        <span className="flex w-full gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">{mail.to}</span>
          <time dateTime={mail.createdAt} title={exactTime(at)}>
            {relativeTime(at, new Date())}
          </time>
        </span>
        {mail.reason && (
          <span
            className={clsx(
              'w-full truncate text-xs',
              mail.state === 'failed' ? 'text-danger-text' : 'text-warning-text',
            )}
          >
            {mail.reason}
          </span>
        )}
      </button>
    </li>
  );
}
