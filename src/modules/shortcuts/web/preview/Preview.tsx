import { clsx } from 'clsx';
import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { type DashboardConfig, isLandscape, landscapeFocus } from '../../contract/dashboard.ts';
import type { Shortcut } from '../../contract.ts';
import { AllShortcuts } from './AllShortcuts.tsx';
import { ShortcutTile } from './ShortcutTile.tsx';

const maxTiles = 6;
const maxColumns = 3;

const columns = ['@md:grid-cols-1', '@md:grid-cols-2', '@md:grid-cols-2 @3xl:grid-cols-3'];

interface Props {
  config: DashboardConfig;
  shortcuts: readonly Shortcut[];
  mayConfigure: boolean;
}

/** The dashboard as everyone sees it: the first few links over the background, the rest on demand. */
export function Preview({ config, shortcuts, mayConfigure }: Props) {
  const titleId = useId();
  const { title, subtitle, gridColumns, gridRows, shortcutSize } = config;
  const across = Math.min(gridColumns, maxColumns);
  const shown = shortcuts.slice(0, Math.min(across * gridRows, maxTiles));
  return (
    <section aria-labelledby={titleId}>
      <div className="relative isolate overflow-hidden rounded-md border border-border p-3 @md:p-6">
        <Background path={config.backgroundPath} />
        <header className="mb-3 w-fit max-w-full rounded-md bg-surface px-4 py-2.5 @md:mb-4">
          <h3 id={titleId} className="text-xl font-semibold text-text break-words">
            {title}
          </h3>
          {subtitle && <p className="text-sm text-muted break-words">{subtitle}</p>}
        </header>
        {shown.length === 0 ? (
          <NoShortcuts mayConfigure={mayConfigure} />
        ) : (
          <ul aria-label="Quick Access" className={clsx('grid gap-3', columns[across - 1])}>
            {shown.map((shortcut) => (
              <li key={shortcut.id} className="min-w-0">
                <ShortcutTile shortcut={shortcut} size={shortcutSize} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {shortcuts.length > shown.length && <AllShortcuts shortcuts={shortcuts} />}
    </section>
  );
}

function Background({ path }: { path: string }) {
  const [broken, setBroken] = useState('');
  if (!path || path === broken) return <div className="absolute inset-0 -z-10 bg-sunken" />;
  return (
    <img
      src={path}
      alt=""
      onError={() => setBroken(path)}
      style={
        isLandscape(path)
          ? { objectPosition: `${landscapeFocus.x * 100}% ${landscapeFocus.y * 100}%` }
          : undefined
      }
      className="absolute inset-0 -z-10 size-full bg-sunken object-cover"
    />
  );
}

function NoShortcuts({ mayConfigure }: { mayConfigure: boolean }) {
  return (
    <EmptyState
      icon={Link2}
      title="No shortcuts available"
      description={
        mayConfigure
          ? 'Add shortcuts in the panel above'
          : 'Contact your administrator to add shortcuts'
      }
      className="rounded-md bg-surface"
    />
  );
}
