import { ArrowLeft, Bell, BellOff, X } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { ThreadState } from '../../contract/threads.ts';
import { useThreadActions } from './useThreadActions.ts';

interface Props {
  name: string;
  replies: number;
  state: ThreadState | null;
  onClose: () => void;
}

export function ThreadHeader({ name, replies, state, onClose }: Props) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-border pr-2 pl-2 @min-[1000px]:pl-4">
      <IconButton
        label={`Back to ${name}`}
        icon={ArrowLeft}
        onClick={onClose}
        className="@min-[1000px]:hidden"
      />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold text-text">Thread</h2>
        <p className="truncate text-xs text-muted">
          {name}
          {replies > 0 && ` · ${plural(replies, 'reply', 'replies')}`}
        </p>
      </div>
      {state && <FollowButton state={state} />}
      <IconButton
        label="Close thread"
        icon={X}
        onClick={onClose}
        className="hidden! @min-[1000px]:inline-flex!"
      />
    </header>
  );
}

/** Followers of a thread are notified of replies. */
function FollowButton({ state }: { state: ThreadState }) {
  const { follow } = useThreadActions();
  const [pending, setPending] = useState(false);
  const toggle = async () => {
    setPending(true);
    await follow(state, !state.following);
    setPending(false);
  };
  const Icon = state.following ? Bell : BellOff;
  return (
    <Button
      size="sm"
      aria-pressed={state.following}
      pending={pending}
      onClick={() => void toggle()}
    >
      <Icon aria-hidden />
      {state.following ? 'Following' : 'Follow'}
    </Button>
  );
}
