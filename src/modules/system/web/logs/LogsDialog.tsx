import { Download } from 'lucide-react';
import { useState } from 'react';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { saveLogs } from '../../contract/logs.ts';
import { Lines } from './Lines.tsx';
import { type LogFilters, useLogs } from './useLogs.ts';

const levels = [
  { value: 'debug', label: 'All levels' },
  { value: 'info', label: 'Info and above' },
  { value: 'warn', label: 'Warnings and errors' },
  { value: 'error', label: 'Errors' },
];

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Recent log lines of the server; they contain no bodies and no secrets. */
export default function LogsDialog({ open, onClose }: Props) {
  const [filters, setFilters] = useState<LogFilters>({ level: 'info', search: '' });
  const [follow, setFollow] = useState(true);
  const search = useSettled(filters.search);
  const { lines, isPending, error, refetch } = useLogs({ ...filters, search }, open && follow);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="System Logs"
      description="Recent log lines of this server instance."
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
            className="w-48 max-sm:w-full"
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
            placeholder="Text or request ID"
            value={filters.search}
            onChange={({ target }) => setFilters({ ...filters, search: target.value })}
          />
          <div className="flex h-row items-center">
            <Switch label="Follow" checked={follow} onCheckedChange={setFollow} />
          </div>
        </div>
        {error && <NotLoaded isInline what="logs" error={error} onRetry={refetch} />}
        <Lines
          lines={lines}
          follow={follow}
          state={isPending ? 'pending' : error ? 'failed' : 'known'}
        />
      </div>
    </Dialog>
  );
}
