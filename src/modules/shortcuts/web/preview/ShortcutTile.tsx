import { clsx } from 'clsx';
import type { DashboardConfig } from '../../contract/dashboard.ts';
import { isSafeLink } from '../../contract/links.ts';
import type { Shortcut } from '../../contract.ts';
import { iconOf } from '../icons.ts';

interface Props {
  shortcut: Shortcut;
  size: DashboardConfig['shortcutSize'];
}

const sizes = {
  small: { tile: 'items-center gap-2.5 px-3 py-2', icon: 'size-4' },
  medium: { tile: 'items-center gap-3 p-4', icon: 'size-5' },
  large: {
    tile: 'flex-col gap-2 px-4 py-6 text-center items-center justify-center',
    icon: 'size-7',
  },
};

/** One link, opened in a new tab without opener or referrer. */
export function ShortcutTile({ shortcut: { title, url, description, icon }, size }: Props) {
  const Icon = iconOf(icon);
  const look = sizes[size];
  // Checked again although the server validated it, so that a bad row can never run a script.
  if (!isSafeLink(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={description && size === 'small' ? description : undefined}
      className={clsx(
        'flex h-full min-w-0 rounded-md border border-border bg-raised text-text',
        'hover:border-border-strong hover:bg-hover hover:no-underline',
        look.tile,
      )}
    >
      <Icon aria-hidden="true" className={clsx('shrink-0 text-accent', look.icon)} />
      <span className="max-w-full min-w-0">
        <span className="line-clamp-2 text-base font-medium break-words">{title}</span>
        {description && size !== 'small' && (
          <span className="line-clamp-1 text-sm text-muted">{description}</span>
        )}
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
