import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { permits, type Store } from '../../../../platform/contract/access.ts';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import {
  RecordSection,
  type RecordSectionProps,
} from '../../../../platform/web/records/RecordSection.tsx';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import { readAccess } from '../../contract/cabinets.ts';
import type { Document } from '../../contract/document.ts';
import { documentChanged } from '../../contract/events.ts';
import { documentHref, listDocuments } from '../../contract.ts';
import { Thumbnail } from '../parts/Thumbnail.tsx';
import { listHref, typeOf } from '../state/labels.ts';
import type { ChosenLink } from '../state/uploads/job.ts';
import { queries, useChoices } from '../state/useDocuments.ts';
import { UploadTray } from '../upload/UploadTray.tsx';

const UploadDialog = lazyPart(() => import('../upload/UploadDialog.tsx'), { place: 'dialog' });

interface Props {
  /** The record whose page it is, named as documents name it. */
  record: ChosenLink;
  /** Where its documents usually are; proposed for uploads. */
  cabinet: Cabinet;
  store?: Store | undefined;
  /** The section of a page with a layout of its own. */
  Frame?: ComponentType<RecordSectionProps> | undefined;
}

/** The documents of a record on its page, and the upload of more; nothing for those who read none. */
export default function RecordDocuments(props: Props) {
  const user = useCurrentUser();
  return permits(readAccess, user ?? null) ? <Section {...props} /> : null;
}

const shownAtMost = 8;
const keys = [['api', queries]];
const events = [documentChanged];

function Section({ record, cabinet, store, Frame = RecordSection }: Props) {
  const choices = useChoices();
  const [isUploading, setUploading] = useState(false);
  useLiveQueries(keys, events);
  const link = { linkKind: record.kind, linkId: record.id };
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listDocuments, {
      query: { ...link, scope: 'all', limit: shownAtMost + 1 },
    }),
    refetchOnMount: 'always',
  });
  return (
    <Frame
      label="Documents"
      aside={
        choices.writable.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setUploading(true)}>
            <Upload aria-hidden="true" />
            Upload
          </Button>
        )
      }
    >
      {data ? (
        <Lines documents={data.slice(0, shownAtMost)} />
      ) : error ? (
        <NotLoaded what="documents" error={error} isInline onRetry={refetch} />
      ) : (
        <Skeleton className="h-24" />
      )}
      {data && data.length > shownAtMost && (
        <Link
          href={pathOf(listHref, { query: link })}
          className="mt-2 inline-block text-sm underline touch:min-h-10"
        >
          All documents of this record
        </Link>
      )}
      <Suspense>
        {isUploading && choices.isKnown && (
          <UploadDialog
            choices={choices}
            preset={{ cabinet, store, links: [record] }}
            onClose={() => setUploading(false)}
          />
        )}
      </Suspense>
      <UploadTray />
    </Frame>
  );
}

function stateOf(document: Document): string {
  if (document.isRemoved) return `${typeOf(document)}, removed`;
  return document.isFiled ? typeOf(document) : 'To be filed';
}

function Lines({ documents }: { documents: readonly Document[] }) {
  if (documents.length === 0) return <p className="text-sm text-muted">No documents yet.</p>;
  return (
    <ul className="flex flex-col">
      {documents.map((document) => (
        <li
          key={document.id}
          className="relative flex items-center gap-3 rounded-md px-1 py-1.5 hover:bg-hover"
        >
          <Thumbnail document={document} />
          <span className="min-w-0 flex-1 text-sm">
            <Link
              href={documentHref(document.id)}
              className="block truncate font-medium text-text after:absolute after:inset-0 hover:no-underline"
            >
              {document.title}
            </Link>
            <span className="block truncate text-xs text-muted">{stateOf(document)}</span>
          </span>
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {document.date ? calendarDay(document.date) : dateText(document.addedAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}
