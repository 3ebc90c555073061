import { clsx } from 'clsx';
import { BellOff, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { Mark } from '../state/conversations/marks.ts';
import type { ExtensionView } from '../state/extensions.ts';

interface Props {
  icon: ReactNode;
  name: string;
  current: boolean;
  onClick: () => void;
  mark?: Mark | undefined;
  /** A direct or group message: unread messages are addressed to this user. */
  personal?: boolean | undefined;
  /** A total, such as starred messages, in place of unread messages. */
  count?: number | undefined;
  countLabel?: string | undefined;
  /** Has an unsent draft. */
  draft?: boolean | undefined;
}

const noMark: Mark = { unread: 0, mentions: 0, muted: false };

/** One entry of a conversation list, in the sidebar and the panel. */
export function ConversationButton(props: Props) {
  const { icon, name, current, onClick, mark = noMark, count = 0 } = props;
  const { personal = false, draft = false, countLabel } = props;
  const { unread, mentions, muted } = mark;
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={onClick}
      className={clsx(
        'relative flex h-row w-full shrink-0 cursor-default items-center gap-3 rounded-md px-3 text-left text-base',
        '[&>svg]:size-4 [&>svg]:shrink-0',
        current ? 'bg-accent-surface text-accent-strong' : 'hover:bg-hover [&>svg]:text-muted',
        !current && (muted ? 'text-muted' : 'text-text'),
        (current || unread > 0) && 'font-semibold',
      )}
    >
      {icon}
      <span title={name} className="min-w-0 flex-1 truncate">
        {name}
      </span>
      {draft && !current && <Sign icon={PencilLine} label=", draft" />}
      {muted && <Sign icon={BellOff} label=", muted" />}
      {count > 0 && <CountBadge count={count} label={countLabel} tone="quiet" />}
      <CountBadge
        count={unread}
        label={mentions > 0 ? `unread, ${plural(mentions, 'mention')}` : 'unread'}
        tone={mentions > 0 || personal ? 'loud' : 'quiet'}
      />
    </button>
  );
}

function Sign({ icon: Icon, label }: { icon: typeof BellOff; label: string }) {
  return (
    <span className="shrink-0 text-muted">
      <Icon aria-hidden className="size-3.5" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

interface ExtensionProps {
  view: ExtensionView;
  current: boolean;
  onClick: () => void;
}

/** An entry of the conversation list added by another module. */
export function ExtensionEntry({ view, ...entry }: ExtensionProps) {
  const { name, icon: Icon, useCount, countLabel } = view;
  const counted = { count: useCount(), countLabel };
  return <ConversationButton icon={<Icon aria-hidden />} name={name} {...counted} {...entry} />;
}
