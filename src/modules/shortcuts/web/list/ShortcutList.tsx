import { Plus, Search } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Shortcut } from '../../contract.ts';
import { useArranging } from '../order/useArranging.ts';
import { matching } from '../preview/finding.ts';
import { useShortcutActions } from '../state/useShortcutActions.ts';
import { ShortcutRow } from './ShortcutRow.tsx';

const ShortcutDialog = lazyPart(() => import('../form/ShortcutDialog.tsx'), { place: 'dialog' });

/** Longer lists get a search field. */
const searchThreshold = 8;

/** Where administrators manage the shortcuts. */
export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<Shortcut | 'new' | null>(null);
  const [search, setSearch] = useState('');
  const { order, remove } = useShortcutActions();
  const shown = matching(shortcuts, search);
  const titles = new Map(shortcuts.map(({ id, title }) => [id, title]));
  const arranging = useArranging(
    shortcuts.map(({ id }) => id),
    (id) => titles.get(id) ?? '',
    order,
  );
  return (
    <section aria-labelledby={titleId}>
      <header className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div>
          <h3
            ref={heading}
            id={titleId}
            tabIndex={-1}
            className="text-base font-semibold text-text"
          >
            URL Shortcuts Management
          </h3>
          <p className="mt-0.5 text-sm text-muted">{countText(shortcuts.length)}</p>
        </div>
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" />
          Add Shortcut
        </Button>
      </header>
      {(shortcuts.length > searchThreshold || search) && (
        <TextField
          type="search"
          label="Search shortcuts to manage"
          labelHidden
          icon={Search}
          placeholder="Search by title, URL or category…"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mb-2 max-w-80"
        />
      )}
      {shortcuts.length > 0 && shown.length === 0 && (
        <p role="status" className="text-sm text-muted">
          No shortcuts match your search.
        </p>
      )}
      {shown.length > 0 && (
        <ul className="scroll-area max-h-112 overflow-y-auto border-t border-border">
          {shown.map((shortcut) => (
            <ShortcutRow
              key={shortcut.id}
              shortcut={shortcut}
              arranging={arranging}
              edit={() => setEditing(shortcut)}
              remove={() => {
                remove(shortcut);
                // The pressed button is removed with its row.
                heading.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {arranging.announcement}
      </p>
      <Suspense>
        {editing && (
          <ShortcutDialog
            shortcut={editing === 'new' ? undefined : latestOf(shortcuts, editing)}
            categories={[...new Set(shortcuts.map(({ category }) => category))]}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** One that someone deleted meanwhile stays in its form, and saving it says so. */
const latestOf = (shortcuts: readonly Shortcut[], edited: Shortcut): Shortcut =>
  shortcuts.find(({ id }) => id === edited.id) ?? edited;

/** The number of shortcuts, as a sentence. */
export function countText(count: number): string {
  if (count === 0) return 'No URL shortcuts created yet. Add your first shortcut above.';
  return count === 1 ? '1 shortcut configured' : `${count} shortcuts configured`;
}
