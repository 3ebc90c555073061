import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type DocumentVersion, notReadable, readableMaxBytes } from '../../contract/document.ts';
import { fileIcons, pageHref } from '../state/labels.ts';
import { refreshDocuments } from '../state/useDocuments.ts';
import { OfficeLayout } from './OfficeLayout.tsx';
import { PageText } from './PageText.tsx';

interface Props {
  documentId: number;
  version: DocumentVersion;
  title: string;
}

/** The pages of a version, and their text; what has neither says so. */
export function PageViewer({ documentId, version, title }: Props) {
  const { pageCount, kind, textState, sizeBytes } = version;
  const hasPages = pageCount !== null && pageCount > 0;
  const isReadable = sizeBytes <= readableMaxBytes;
  const hasText = isReadable && (textState === 'read' || textState === 'waiting');
  const isOffice = isReadable && kind === 'office';
  if (!hasPages && !hasText && !isOffice) {
    return (
      <EmptyState
        icon={fileIcons[kind]}
        title="No preview"
        description={previewProblem(version)}
        className="rounded-md bg-sunken"
      />
    );
  }
  return (
    <Tabs defaultValue={hasPages ? 'pages' : isOffice ? 'layout' : 'text'}>
      <TabList aria-label="Preview">
        {hasPages && <Tab value="pages">Pages</Tab>}
        {isOffice && <Tab value="layout">Preview</Tab>}
        <Tab value="text">Text</Tab>
      </TabList>
      {hasPages && (
        <TabPanel value="pages" tabIndex={-1}>
          <Pages documentId={documentId} version={version} title={title} pageCount={pageCount} />
        </TabPanel>
      )}
      {isOffice && (
        <TabPanel value="layout" tabIndex={-1}>
          <OfficeLayout documentId={documentId} version={version} />
        </TabPanel>
      )}
      <TabPanel value="text" tabIndex={-1}>
        <PageText documentId={documentId} version={version} />
      </TabPanel>
    </Tabs>
  );
}

function previewProblem({ mimeType, sizeBytes }: DocumentVersion): string {
  if (sizeBytes > readableMaxBytes) return notReadable;
  if (mimeType === 'application/x-cfb')
    return 'Files of Office 2003 and earlier, and messages of Outlook, can’t be shown here. Download it to open it.';
  return mimeType.startsWith('image/')
    ? 'This image can’t be shown here. Download it to open it.'
    : 'This kind of file can’t be shown here. Download it to open it.';
}

const zooms = [1, 1.5, 2, 3] as const;

function Pages({ documentId, version, title, pageCount }: Props & { pageCount: number }) {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const show = (next: number) => {
    setPage(Math.min(Math.max(next, 1), pageCount));
    stage.current?.scrollTo(0, 0);
  };
  const magnify = (step: number) =>
    setZoom((current) => Math.min(Math.max(current + step, 0), zooms.length - 1));
  const actOf = (key: string): (() => void) | undefined => {
    const to = { PageUp: page - 1, PageDown: page + 1, Home: 1, End: pageCount }[key];
    if (to !== undefined) return () => show(to);
    // Where it is magnified the arrow keys scroll.
    const sideways = zoom === 0 ? { ArrowLeft: -1, ArrowRight: 1 }[key] : undefined;
    if (sideways) return () => show(page + sideways);
    const step = { '+': 1, '=': 1, '-': -1 }[key];
    if (step) return () => magnify(step);
    return key === 'r' ? () => setTurn(turn + 90) : undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="overflow-hidden rounded-md border border-border">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-border px-2">
        <div className="flex items-center gap-1">
          <IconButton
            label="Previous page"
            icon={ChevronLeft}
            disabled={page === 1}
            onClick={() => show(page - 1)}
          />
          <PageNumber page={page} pageCount={pageCount} onChange={show} />
          <IconButton
            label="Next page"
            icon={ChevronRight}
            disabled={page === pageCount}
            onClick={() => show(page + 1)}
          />
        </div>
        <div className="flex items-center gap-1">
          <IconButton
            label="Zoom out"
            icon={ZoomOut}
            disabled={zoom === 0}
            onClick={() => magnify(-1)}
          />
          <IconButton
            label="Zoom in"
            icon={ZoomIn}
            disabled={zoom === zooms.length - 1}
            onClick={() => magnify(1)}
          />
          <IconButton
            label="Fit to the window"
            icon={Maximize}
            className="max-sm:hidden"
            disabled={zoom === 0}
            onClick={() => setZoom(0)}
          />
          <IconButton label="Turn view" icon={RotateCw} onClick={() => setTurn(turn + 90)} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark on the page */}
      <div
        ref={stage}
        role="group"
        aria-label={`Page ${page} of ${pageCount}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys for pages need a place to be pressed
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="scroll-area h-[min(75dvh,60rem,130cqi)] overflow-auto bg-sunken focus-visible:-outline-offset-2"
      >
        <PagePicture
          key={`${version.number}-${page}`}
          documentId={documentId}
          versionNumber={version.number}
          page={page}
          title={title}
          zoom={zooms[zoom] ?? 1}
          turn={turn}
        />
      </div>
      <Ahead
        documentId={documentId}
        versionNumber={version.number}
        page={page < pageCount ? page + 1 : null}
      />
    </div>
  );
}

interface PageNumberProps {
  page: number;
  pageCount: number;
  onChange: (page: number) => void;
}

function PageNumber({ page, pageCount, onChange }: PageNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    const next = Number(typed ?? page);
    if (Number.isInteger(next) && next >= 1 && next !== page) onChange(next);
    setTyped(null);
  };
  return (
    <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <TextField
        label="Page"
        labelHidden
        inputMode="numeric"
        autoComplete="off"
        className="w-14"
        inputClassName="text-center tabular-nums"
        value={typed ?? String(page)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
      {`of ${pageCount.toLocaleString('en-US')}`}
    </span>
  );
}

interface PictureProps {
  documentId: number;
  versionNumber: number;
  page: number;
  title: string;
  zoom: number;
  /** Clockwise, in degrees. */
  turn: number;
}

function PagePicture({ documentId, versionNumber, page, title, zoom, turn }: PictureProps) {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [phase, setPhase] = useState<'loading' | 'shown' | 'failed'>('loading');
  const source = pageHref(documentId, versionNumber, page);
  if (phase === 'failed') {
    return (
      <NotLoaded
        what={`page ${page}`}
        error={null}
        onRetry={() => {
          setPhase('loading');
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return (
    <div
      className="flex min-h-full items-center justify-center"
      style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
    >
      <img
        key={attempt}
        src={source}
        alt={`${title}, page ${page}`}
        style={{ rotate: `${turn}deg` }}
        className={clsx(
          'max-h-full max-w-full bg-white object-contain transition-opacity',
          phase === 'loading' && 'opacity-0',
        )}
        onLoad={() => setPhase('shown')}
        onError={() => {
          setPhase('failed');
          // It may be out of reach since the document was opened: then the page says so.
          void refreshDocuments(client);
        }}
      />
    </div>
  );
}

interface AheadProps {
  documentId: number;
  versionNumber: number;
  page: number | null;
}

/** Fetches the next page a moment before it is asked for. */
function Ahead({ documentId, versionNumber, page }: AheadProps) {
  const [isDue, setDue] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDue(page), 600);
    return () => clearTimeout(timer);
  }, [page]);
  if (page === null || isDue !== page) return null;
  return <img src={pageHref(documentId, versionNumber, page)} alt="" hidden />;
}
