import { Download, ScrollText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { saveLogs } from '../../contract/logs.ts';
import { LogLine } from './LogLine.tsx';
import { type LogFilters, useLogs } from './useLogs.ts';

const levels = [
  { value: 'debug', label: 'Everything' },
  { value: 'info', label: 'Info and above' },
  { value: 'warn', label: 'Warnings and errors' },
  { value: 'error', label: 'Errors' },
];

interface Props {
  open: boolean;
  onClose: () => void;
}

/** What the server wrote down lately; it holds no bodies and no secrets. */
export default function LogsDialog({ open, onClose }: Props) {
  const [filters, setFilters] = useState<LogFilters>({ level: 'info', search: '' });
  const [follow, setFollow] = useState(true);
  const { lines, isPending, error } = useLogs(filters, open && follow);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (follow && lines.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [follow, lines]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="System Logs"
      description="The latest lines of the instance that answers you."
      size="lg"
      footer={
        <a
          href={pathOf(saveLogs.path, { query: { ...filters } })}
          download
          className={buttonClasses()}
        >
          <Download aria-hidden />
          Download
        </a>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Level"
            className="w-48"
            options={levels}
            value={filters.level}
            onChange={({ target }) =>
              setFilters({ ...filters, level: target.value as LogFilters['level'] })
            }
          />
          <TextField
            label="Search"
            type="search"
            className="min-w-40 flex-1"
            placeholder="Word or request id"
            value={filters.search}
            onChange={({ target }) => setFilters({ ...filters, search: target.value })}
          />
          <Switch label="Follow" checked={follow} onCheckedChange={setFollow} />
        </div>
        {error && <Notice tone="danger">{sentenceOf(error)}</Notice>}
        <div
          role="log"
          aria-label="Lines"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="scroll-area h-[50dvh] overflow-y-auto rounded-md border border-border bg-sunken p-2 font-mono text-xs"
        >
          {isPending && lines.length === 0 && <Skeleton className="h-32" />}
          {!isPending && lines.length === 0 && (
            <div className="font-sans">
              <EmptyState
                icon={ScrollText}
                title="Nothing logged"
                description="Lines appear here as they are written. Try a lower level or other words."
              />
            </div>
          )}
          {lines.map((line) => (
            <LogLine key={line.id} line={line} />
          ))}
          <div ref={end} />
        </div>
      </div>
    </Dialog>
  );
}
