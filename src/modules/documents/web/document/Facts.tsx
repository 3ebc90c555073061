import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { FactList, type FactRow } from '../../../../platform/web/ui/FactList.tsx';
import { type DocumentPage, keptFromEndOf, type LinkKind } from '../../contract/document.ts';
import { cabinetName, codeOf, kindBeside, typeOf } from '../state/labels.ts';

/** What is known of a document, the records it belongs to, and how long it is kept. */
export function Facts({ document }: { document: DocumentPage }) {
  const { links } = document;
  return (
    <>
      <section aria-label="Document">
        <FactList rows={rowsOf(document)} />
      </section>
      <RecordSection label="Belongs to">
        {links.length === 0 ? (
          <p className="text-sm text-muted">No records yet.</p>
        ) : (
          <ul className="flex flex-col gap-1.5 text-sm">
            {links.map(({ kind, id, title, href }) => (
              <li key={`${kind}-${id}`} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 wrap-anywhere text-text">
                  {href ? (
                    <Link href={href} className="underline">
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </span>
                <span className="shrink-0 text-xs text-muted">{kindBeside({ kind, title })}</span>
              </li>
            ))}
          </ul>
        )}
      </RecordSection>
      {document.retention && (
        <RecordSection label="Retention">
          <FactList rows={retentionRows(document, document.retention)} />
        </RecordSection>
      )}
    </>
  );
}

const rowsOf = (document: DocumentPage): FactRow[] => [
  ['Cabinet', cabinetName(document.cabinet)],
  ['Type', document.isFiled ? typeOf(document) : 'To be filed'],
  ['Store', document.store ? storeNames[document.store] : 'All stores'],
  ['Date', document.date && calendarDay(document.date)],
  ['Number', document.number],
  ['Amount', document.amountCents !== null && exactDollarsOf(document.amountCents)],
  ['Keywords', document.keywords],
  ['Code', codeOf(document.id)],
  ['Added', `${exactTime(document.addedAt)} by ${document.addedBy.name}`],
];

function retentionRows(
  document: DocumentPage,
  { className, startsOn, keepUntil, isHeld }: NonNullable<DocumentPage['retention']>,
): FactRow[] {
  const { start, wait } = countedFrom(document);
  return [
    ['Class', className],
    ['Counted from', startsOn ? `${calendarDay(startsOn)}, ${start}` : wait],
    ['Kept until', keepUntil && calendarDay(keepUntil)],
    ...(isHeld ? [['Legal hold', 'Not destroyed while it is on hold'] as const] : []),
  ];
}

const ends: Partial<Record<LinkKind, { start: string; wait: string }>> = {
  deal: {
    start: 'when its deal was delivered or canceled',
    wait: 'Starts when its deal is delivered or canceled',
  },
  repair_order: {
    start: 'when its repair order was closed',
    wait: 'Starts when its repair order is closed',
  },
  employee: {
    start: 'the last day of its employee',
    wait: 'Starts when its employee has left',
  },
};

/** What starts the retention period of a document. */
function countedFrom({ cabinet, links, date }: DocumentPage): { start: string; wait: string } {
  const kind = keptFromEndOf[cabinet];
  const end = kind && links.some((one) => one.kind === kind) ? ends[kind] : undefined;
  return end ?? { start: date ? 'its own date' : 'when it was filed', wait: '' };
}
