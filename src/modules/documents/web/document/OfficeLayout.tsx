import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { DocumentVersion } from '../../contract/document.ts';
import type { Block, LayoutKind, LayoutPart, Run } from '../../contract/layout.ts';
import { readLayout } from '../../contract.ts';

interface Props {
  documentId: number;
  version: DocumentVersion;
}

/** The content of an Office file: its text, one of its sheets, or its slides. */
export function OfficeLayout({ documentId, version }: Props) {
  const params = { documentId, versionNumber: version.number };
  const { data, error, refetch } = useQuery(queryOptionsFor(readLayout, { params }));
  const [chosen, setChosen] = useState(0);
  if (!data && error) return <NotLoaded what="the preview" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  const { kind, isCut } = data;
  const isSheets = kind === 'sheets';
  const shown = isSheets ? data.parts.slice(chosen, chosen + 1) : data.parts;
  if (data.parts.every(({ blocks }) => blocks.length === 0)) {
    return (
      <EmptyState
        title="Nothing to preview"
        description="There is no text in this file. Download it to see its pictures."
        className="rounded-md bg-sunken"
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {isCut && <Notice>Only the beginning is shown. Download the file to see all of it.</Notice>}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {isSheets && data.parts.length > 1 && (
          <SelectField
            label="Sheet"
            className="w-56"
            options={data.parts.map(({ name }, at) => ({ value: String(at), label: name ?? '' }))}
            value={String(chosen)}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        )}
        <p className="text-xs text-muted">{notes[kind]}</p>
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that
        tabIndex={0}
        className={clsx(
          'scroll-area h-[min(75dvh,60rem)] overflow-auto rounded-md border border-border bg-surface',
          !isSheets && 'px-5 py-4',
        )}
      >
        {shown.map((part, at) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a version never change
            key={at}
            part={part}
            kind={kind}
          />
        ))}
      </div>
    </div>
  );
}

const notes: Record<LayoutKind, string> = {
  text: 'Pictures, headers and the division into pages are not shown.',
  sheets: 'Charts, colors and hidden sheets are not shown.',
  slides: 'Pictures and the design of the slides are not shown.',
};

function Part({ part: { name, blocks }, kind }: { part: LayoutPart; kind: LayoutKind }) {
  const isSlide = kind === 'slides';
  return (
    <section
      aria-label={name ?? undefined}
      className={clsx(isSlide && 'border-b border-border py-4 first:pt-0 last:border-b-0')}
    >
      {isSlide && <p className="pb-1 text-xs font-medium text-muted">{name}</p>}
      {blocks.length === 0 && (
        <p className={clsx('text-sm text-muted', kind === 'sheets' && 'p-4')}>
          {isSlide ? 'No text on this slide.' : 'This sheet is empty.'}
        </p>
      )}
      {blocks.map((block, at) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a version never change
          key={at}
          block={block}
          isSheet={kind === 'sheets'}
        />
      ))}
    </section>
  );
}

/** By level, below the headings of the page. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function BlockView({ block, isSheet }: { block: Block; isSheet: boolean }) {
  if (block.kind === 'table') return <Rows rows={block.rows} isSheet={isSheet} />;
  if (block.kind === 'heading') {
    const Heading = headings[block.level - 1] ?? 'h6';
    return (
      <Heading
        className={clsx(
          'pt-3 pb-1 font-semibold wrap-anywhere text-text first:pt-0',
          block.level === 1 ? 'text-lg' : 'text-base',
        )}
      >
        <Runs runs={block.runs} />
      </Heading>
    );
  }
  if (block.kind === 'item') {
    return (
      <p
        style={{ paddingLeft: `${block.level * 1.25}rem` }}
        className="flex gap-2 pb-1 text-base text-text"
      >
        <span className="min-w-4 shrink-0 text-right text-muted tabular-nums">{block.marker}</span>
        <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
          <Runs runs={block.runs} />
        </span>
      </p>
    );
  }
  return (
    <p className="pb-2 text-base whitespace-pre-wrap wrap-anywhere text-text">
      <Runs runs={block.runs} />
    </p>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ text, isBold, isItalic }, at) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a version never change
      key={at}
      className={clsx(isBold && 'font-semibold', isItalic && 'italic')}
    >
      {text}
    </span>
  ));
}

const isNumber = (cell: string) => /^-?\$?(?:\d[\d,]*(?:\.\d+)?|\.\d+)%?$/.test(cell);

function Rows({ rows, isSheet }: { rows: readonly (readonly string[])[]; isSheet: boolean }) {
  const width = Math.max(...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <div
      className={clsx(
        !isSheet && 'my-3 w-fit max-w-full overflow-x-auto rounded-md border border-border',
      )}
    >
      <table className={clsx('border-collapse text-sm text-text', isSheet && 'w-max')}>
        {isSheet && (
          <thead className="sticky top-0 bg-sunken">
            <tr>
              <th className="border border-border px-2 py-1">
                <span className="sr-only">Row</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="border border-border px-2 py-1 font-medium text-muted"
                >
                  {letterOf(column)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a version never change
            <tr key={row}>
              {isSheet && (
                <th
                  scope="row"
                  className="border border-border bg-sunken px-2 py-1 text-right font-medium text-muted tabular-nums"
                >
                  {row + 1}
                </th>
              )}
              {columns.map((column) => (
                <td
                  key={column}
                  className={clsx(
                    'max-w-80 border border-border px-2 py-1 align-top wrap-break-word whitespace-pre-wrap',
                    isSheet && 'min-w-16',
                    isNumber(cells[column] ?? '') && 'text-right tabular-nums',
                  )}
                >
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `AB` for column 27. */
function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last;
}
