import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Scan } from '../../contract.ts';
import { detailOf } from '../state/describe.ts';
import { kindIcons, kindNames, sourceNames } from '../state/labels.ts';

interface Props {
  scan: Scan;
  current: boolean;
  waiting: boolean;
  onShow: () => void;
  onRemove: () => void;
}

/** One scan in the list: value, kind, source and time. */
export function ScanRow({ scan, current, waiting, onShow, onRemove }: Props) {
  const { kind, value, source } = scan;
  const Icon = kindIcons[kind];
  const at = new Date(scan.scannedAt);
  const details = [detailOf(scan) || kindNames[kind], sourceNames[source]];
  return (
    <li className="group flex items-center gap-1">
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onShow}
        className={clsx(
          'flex min-h-11 min-w-0 flex-1 cursor-default items-center gap-3 rounded-md px-2 py-1.5 text-left',
          current ? 'bg-accent-surface' : 'hover:bg-hover',
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className={clsx('truncate text-base text-text', kind !== 'text' && 'font-mono')}>
              {value}
            </span>
            {waiting && <Badge tone="warning">Not synced yet</Badge>}
          </span>
          <span className="block truncate text-xs text-muted" title={exactTime(at)}>
            {[...details, relativeTime(at, new Date())].join(' · ')}
          </span>
        </span>
      </button>
      {!waiting && (
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove ${value.slice(0, 40)}`}
          tooltip={false}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
