import { useInfiniteQuery } from '@tanstack/react-query';
import { BookX } from 'lucide-react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { exportRegister, listRegister, type RegisterEntry } from '../../contract/disposition.ts';

interface Props {
  open: boolean;
  onClose: () => void;
}

const pageSize = 50;

/** Destroyed files and who approved them. */
export default function RegisterDialog({ open, onClose }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useRegister(open);
  const entries = data?.pages.flat();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="lg"
      title="Destruction register"
      description="One line per file, written after it is destroyed. It can’t be changed."
      footer={<ExportButton noun="the register" save={() => saveFile(exportRegister, {})} />}
    >
      {error && !entries && (
        <NotLoaded isInline what="the register" error={error} onRetry={refetch} />
      )}
      {!entries && !error && <Skeleton className="h-44" />}
      {entries?.length === 0 && (
        <EmptyState
          icon={BookX}
          title="Nothing has been destroyed"
          description="Each destroyed file is listed with its class, dates, fingerprint and both people."
        />
      )}
      {entries && entries.length > 0 && (
        <ul aria-label="Destroyed files" className="flex flex-col divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <LoadMore isManual pending={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </Dialog>
  );
}

function Entry({ entry }: { entry: RegisterEntry }) {
  return (
    <li className="py-2.5 text-sm first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-48 flex-1 font-medium text-text wrap-anywhere">{entry.title}</span>
        <span className="text-muted tabular-nums">{exactTime(new Date(entry.destroyedAt))}</span>
      </p>
      <p className="text-muted text-pretty">
        {entry.className}, {fileSize(entry.sizeBytes)}. Period started{' '}
        {calendarDay(entry.eventDate)} and ended {calendarDay(entry.keepUntil)}. Batch{' '}
        {entry.batchId}, prepared by {entry.preparedBy}, approved by {entry.approvedBy}.
      </p>
      <p className="font-mono text-xs text-muted wrap-anywhere">{entry.sha256}</p>
    </li>
  );
}

function useRegister(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...queryKeyFor(listRegister), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listRegister,
        { query: { limit: pageSize, ...(pageParam && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    staleTime: 0,
    enabled,
  });
}
