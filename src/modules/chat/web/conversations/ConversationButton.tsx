import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  name: string;
  current: boolean;
  onClick: () => void;
}

/** One line of a list of conversations, in the sidebar as in the panel. */
export function ConversationButton({ icon, name, current, onClick }: Props) {
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={onClick}
      className={clsx(
        'relative flex h-row w-full cursor-default items-center gap-3 rounded-md px-3 text-left text-base',
        '[&>svg]:size-4 [&>svg]:shrink-0',
        current
          ? 'bg-accent-surface font-semibold text-accent-strong'
          : 'text-text hover:bg-hover [&>svg]:text-muted',
      )}
    >
      {icon}
      <span className="truncate">{name}</span>
    </button>
  );
}
