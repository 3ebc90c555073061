import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { DueItem } from '../../contract/disposition.ts';
import { count } from '../labels.ts';

const fates: Record<DueItem['fate'], { label: string; tone: Tone } | null> = {
  destroy: null,
  held: { label: 'On hold', tone: 'warning' },
  kept: { label: 'Period running', tone: 'info' },
  destroyed: { label: 'Destroyed', tone: 'neutral' },
};

interface Props {
  label: string;
  items: readonly DueItem[];
  /** Hidden inside the batch itself. */
  showsBatch?: boolean;
}

/** Documents with the end of their period and their status. */
export function ItemList({ label, items, showsBatch }: Props) {
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      className="scroll-area flex max-h-[40dvh] flex-col divide-y divide-border overflow-y-auto rounded-md border border-border px-3 text-sm"
    >
      {items.map((item) => {
        const fate = fates[item.fate];
        return (
          <li key={item.id} className="py-2">
            <p className="flex flex-wrap items-start gap-x-2 gap-y-1">
              <span className="min-w-56 flex-1 text-text wrap-anywhere">{item.title}</span>
              {fate && <Badge tone={fate.tone}>{fate.label}</Badge>}
              {showsBatch && item.batchId && <Badge>In batch {item.batchId}</Badge>}
            </p>
            <p className="text-muted tabular-nums text-pretty">
              {item.className}, kept until {calendarDay(item.keepUntil)},{' '}
              <span className="whitespace-nowrap">
                {count(item.files, 'file')}, {fileSize(item.sizeBytes)}
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
