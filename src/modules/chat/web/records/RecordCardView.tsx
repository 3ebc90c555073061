import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  Car,
  ClipboardList,
  FileText,
  Handshake,
  Link2,
  type LucideIcon,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { hasConversation, type RecordCard, type RecordKind } from '../../../records/contract.ts';
import { vinPattern } from '../../../vin/contract.ts';
import { openRecordChannel, recordChannelId } from '../../contract/records.ts';
import { currentView, openView } from '../state/view/chatView.ts';

const icons: Record<RecordKind, LucideIcon> = {
  vehicle: Car,
  customer: UserRound,
  deal: Handshake,
  repair_order: ClipboardList,
  document: FileText,
};

interface Props {
  card: RecordCard;
  /** Called when the user navigates away. */
  onGo?: () => void;
}

/** A record's summary and links. */
export function RecordCardView({ card, onGo }: Props) {
  return (
    <article aria-label={card.title} className="flex flex-col gap-3 p-3">
      <CardTitle card={card} />
      {card.lines.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {card.lines.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd
                className={clsx(
                  'min-w-0 text-right wrap-anywhere text-text tabular-nums',
                  vinPattern.test(value) && 'font-mono',
                )}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <CardActions card={card} onGo={onGo} />
    </article>
  );
}

const tones: Record<NonNullable<RecordCard['tone']>, string> = {
  neutral: 'bg-fill text-muted',
  success: 'bg-success-surface text-success-text',
  warning: 'bg-warning-surface text-warning-text',
  danger: 'bg-danger-surface text-danger-text',
};

export function CardTitle({ card, small = false }: { card: RecordCard; small?: boolean }) {
  const Icon = icons[card.ref.kind];
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        className={`flex shrink-0 items-center justify-center rounded-sm ${tones[card.tone ?? 'neutral']} ${small ? 'size-6' : 'size-9'}`}
      >
        <Icon aria-hidden className={small ? 'size-3.5' : 'size-4'} />
      </span>
      <span className={small ? 'flex min-w-0 items-baseline gap-2' : 'min-w-0'}>
        <span className="block truncate text-base font-semibold text-text">{card.title}</span>
        <span className="block truncate text-sm text-muted">{card.subtitle}</span>
      </span>
    </span>
  );
}

function CardActions({ card, onGo }: Props) {
  const { href, ref } = card;
  const channelId = recordChannelId(ref);
  const [copied, setCopied] = useState(false);
  const open = useMutation({
    mutationFn: () => call(openRecordChannel, { params: ref }),
    onSuccess: () => {
      openView(channelId);
      onGo?.();
    },
    onError: (error) => toastError(error, 'Couldn’t open the conversation. Try again.'),
  });
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(href, location.origin).href);
    setCopied(true);
  };
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Link href={href} onClick={onGo} className={buttonClasses({ size: 'sm' })}>
        Open record
      </Link>
      {hasConversation(ref) && currentView() !== channelId && (
        <Button size="sm" pending={open.isPending} onClick={() => open.mutate()}>
          Open conversation
        </Button>
      )}
      <IconButton
        label={copied ? 'Copied' : 'Copy link'}
        icon={Link2}
        size="sm"
        className="ml-auto"
        onClick={() => void copy().catch(() => setCopied(false))}
      />
    </span>
  );
}
