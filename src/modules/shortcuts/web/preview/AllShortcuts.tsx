import { ChevronDown, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { isSafeLink } from '../../contract/links.ts';
import type { Shortcut } from '../../contract.ts';
import { byCategory, matching } from './finding.ts';
import { ShortcutTile } from './ShortcutTile.tsx';

/** All shortcuts by category, with search; the grid shows only the first few. */
export function AllShortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const found = matching(shortcuts, search);
  const shown = open || search.trim() !== '';
  const toggle = () => {
    setOpen(!shown);
    setSearch('');
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const [first] = found;
    if (key !== 'Enter' || !search.trim() || !first || !isSafeLink(first.url)) return;
    window.open(first.url, '_blank', 'noopener,noreferrer');
  };
  return (
    <div className="mt-3 flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <TextField
          type="search"
          label="Search shortcuts"
          labelHidden
          icon={Search}
          placeholder="Search shortcuts…"
          title="Press Enter to open the first result"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={onKeyDown}
          className="w-full max-w-80"
        />
        <Button
          variant="ghost"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          onClick={toggle}
        >
          <ChevronDown aria-hidden="true" className={shown ? 'rotate-180' : ''} />
          {shown ? 'Show fewer' : `Show all ${shortcuts.length} shortcuts`}
        </Button>
      </div>
      {shown && (
        <div id={listId} className="flex flex-col gap-5">
          {found.length === 0 && (
            <p role="status" className="text-sm text-muted">
              No shortcuts match your search.
            </p>
          )}
          {byCategory(found).map(([category, items]) => (
            <Category key={category} name={category} shortcuts={items} />
          ))}
        </div>
      )}
    </div>
  );
}

function Category({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="mb-2 text-sm font-medium text-muted wrap-anywhere">
        {name}
      </h4>
      <ul className="grid gap-2 @md:grid-cols-2 @3xl:grid-cols-3">
        {shortcuts.map((shortcut) => (
          <li key={shortcut.id} className="min-w-0">
            <ShortcutTile shortcut={shortcut} size="small" />
          </li>
        ))}
      </ul>
    </section>
  );
}
