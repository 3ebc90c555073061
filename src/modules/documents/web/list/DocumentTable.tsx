import { clsx } from 'clsx';
import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { agoText } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Marked } from '../../../../platform/web/ui/Marked.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { Document } from '../../contract/document.ts';
import { documentHref } from '../../contract.ts';
import { Thumbnail } from '../parts/Thumbnail.tsx';
import { cabinetName, typeOf } from '../state/labels.ts';

interface Props {
  rows: readonly Document[];
  showsCabinet: boolean;
  selected: ReadonlySet<number>;
  onToggle: (id: number) => void;
  /** The rows belong to the previous filters. */
  isStale: boolean;
}

/** One row per document, with what was found in its text. */
export function DocumentTable({ rows, isStale, ...rest }: Props) {
  return (
    <RecordTable
      label="Documents"
      columns={columnsOf(rest)}
      rows={rows}
      isStale={isStale}
      isRoomy
      isHeadSticky
      onKeyDown={stepByKey}
    />
  );
}

const secondLine = 'block truncate text-xs text-muted';

function columnsOf({
  showsCabinet,
  selected,
  onToggle,
}: Pick<Props, 'showsCabinet' | 'selected' | 'onToggle'>): RecordColumn<Document>[] {
  return [
    {
      name: 'Document',
      width: 'minmax(14rem,2fr)',
      className: 'flex min-w-0 items-center gap-3 @max-4xl:col-span-2',
      show: (document) => (
        <>
          {/* Above the link that fills the row. */}
          <Checkbox
            label={`Select ${document.title}`}
            labelHidden
            className="relative z-1"
            checked={selected.has(document.id)}
            onCheckedChange={() => onToggle(document.id)}
          />
          <Thumbnail document={document} />
          <span className="min-w-0 flex-1">
            <Link
              href={documentHref(document.id)}
              className={clsx('block truncate', rowLinkClasses)}
            >
              {document.title}
            </Link>
            <span className={secondLine}>
              {document.isRemoved && <Badge tone="warning">Removed</Badge>}
              {document.isRemoved && ' '}
              {[
                showsCabinet && cabinetName(document.cabinet),
                document.isFiled ? typeOf(document) : 'To be filed',
                document.number,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <Excerpt document={document} />
          </span>
        </>
      ),
    },
    {
      name: 'Belongs to',
      width: 'minmax(8rem,1.2fr)',
      className: 'min-w-0 truncate @max-4xl:pl-19 @max-4xl:text-xs @max-4xl:text-muted',
      tooltip: ({ links }) => links.map(({ title }) => title).join(', '),
      show: ({ links: [first, ...others] }) =>
        first ? (
          `${first.title}${others.length > 0 ? ` +${others.length}` : ''}`
        ) : (
          <span className="text-muted @max-4xl:hidden">–</span>
        ),
    },
    {
      name: 'Store',
      width: '6.5rem',
      className: clsx(smallOnCard, '@max-4xl:justify-self-end'),
      show: ({ store }) => (store ? <StoreMark store={store} /> : 'All stores'),
    },
    {
      name: 'Date',
      width: '6.5rem',
      className: clsx('tabular-nums @max-4xl:pl-19', smallOnCard),
      show: ({ date }) =>
        date ? calendarDay(date) : <span className="text-muted @max-4xl:hidden">–</span>,
    },
    {
      name: 'Amount',
      width: '6rem',
      isNumber: true,
      className: clsx('text-right tabular-nums', smallOnCard),
      show: ({ amountCents }) => (amountCents === null ? '' : exactDollarsOf(amountCents)),
    },
    {
      name: 'Added',
      width: '8rem',
      className: 'min-w-0 @max-4xl:hidden',
      show: ({ addedBy, addedAt }) => (
        <>
          <span className="block truncate">{addedBy.name}</span>
          <time dateTime={addedAt} title={exactTime(addedAt)} className={secondLine}>
            {agoText(addedAt)}
          </time>
        </>
      ),
    },
  ];
}

/** The words that were searched for, in the text of a page. */
function Excerpt({ document: { excerpt } }: { document: Document }) {
  if (!excerpt) return null;
  return (
    <span className="block truncate text-xs text-text">
      <span className="text-muted">{`Page ${excerpt.page}: `}</span>
      <Marked parts={partsOf(excerpt)} />
    </span>
  );
}

function partsOf({ text, matches }: NonNullable<Document['excerpt']>) {
  const parts: { text: string; match: boolean }[] = [];
  let end = 0;
  for (const [from, to] of matches) {
    if (from > end) parts.push({ text: text.slice(end, from), match: false });
    parts.push({ text: text.slice(from, to), match: true });
    end = to;
  }
  parts.push({ text: text.slice(end), match: false });
  return parts;
}
