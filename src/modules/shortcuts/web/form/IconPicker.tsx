import { clsx } from 'clsx';
import { ChevronDown, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { iconKeywords, iconNames, iconOf } from '../icons.ts';

interface Props {
  value: string;
  onChange: (name: string) => void;
}

/** Picks an icon, searchable by keyword. */
export function IconPicker({ value, onChange }: Props) {
  const labelId = useId();
  const panelId = useId();
  const [open, setOpen] = useState(false);
  const Chosen = iconOf(value);
  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium text-text">
        Icon
      </span>
      <Button
        aria-label={`Icon: ${iconKeywords(value)}`}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="self-start"
      >
        <Chosen aria-hidden="true" />
        <span className="first-letter:uppercase">{iconKeywords(value)}</span>
        <ChevronDown aria-hidden="true" className={clsx('text-muted', open && 'rotate-180')} />
      </Button>
      {open && (
        <div id={panelId} className="mt-1 flex flex-col gap-2 rounded-md border border-border p-3">
          <IconGrid value={value} onChange={onChange} labelId={labelId} />
        </div>
      )}
    </div>
  );
}

function IconGrid({ value, onChange, labelId }: Props & { labelId: string }) {
  const [search, setSearch] = useState('');
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = iconNames.filter((name) =>
    terms.every((term) => iconKeywords(name).includes(term)),
  );
  return (
    <>
      <TextField
        type="search"
        label="Search icons"
        labelHidden
        icon={Search}
        placeholder="Search icons…"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // Enter in the search must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.length === 0 && (
        <p role="status" className="text-sm text-muted">
          No icons match your search.
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div
        role="group"
        aria-labelledby={labelId}
        className="grid max-h-44 grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-1 overflow-y-auto"
      >
        {found.map((name) => {
          const Icon = iconOf(name);
          return (
            <button
              key={name}
              type="button"
              aria-label={iconKeywords(name)}
              title={iconKeywords(name)}
              aria-pressed={name === value}
              onClick={() => onChange(name)}
              className="grid h-row place-items-center rounded-md text-muted hover:bg-hover aria-pressed:bg-accent-surface aria-pressed:text-accent-strong"
            >
              <Icon aria-hidden="true" className="size-4" />
            </button>
          );
        })}
      </div>
    </>
  );
}
