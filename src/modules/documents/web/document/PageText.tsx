import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { DocumentVersion } from '../../contract/document.ts';
import { readPageText } from '../../contract.ts';

interface Props {
  documentId: number;
  version: DocumentVersion;
}

/** What could be read of each page, to select and copy. */
export function PageText({ documentId, version }: Props) {
  const params = { documentId, versionNumber: version.number };
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(readPageText, { params }),
    refetchOnMount: 'always',
  });
  if (!data && error) return <NotLoaded what="the text" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  const pages = data.filter(({ text }) => text.trim() !== '');
  if (pages.length === 0)
    return <EmptyState {...emptyTexts[version.textState]} className="rounded-md bg-sunken" />;
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that
      tabIndex={0}
      className="scroll-area h-[min(75dvh,60rem)] overflow-y-auto rounded-md bg-sunken px-4 py-3"
    >
      {pages.map(({ page, text }) => (
        <section key={page} aria-label={`Page ${page}`} className="pb-5 last:pb-0">
          <h4 className="pb-1 text-xs font-medium text-muted">{`Page ${page}`}</h4>
          <p className="text-base whitespace-pre-wrap wrap-anywhere text-text">{text}</p>
        </section>
      ))}
    </div>
  );
}

const emptyTexts = {
  waiting: {
    title: 'The text is being read',
    description: 'It appears here in a moment, and can be searched then.',
  },
  read: { title: 'No text', description: 'There are no words on these pages.' },
  scan: {
    title: 'No text found',
    description: 'The pages are pictures. Add keywords, so that the document can be found.',
  },
  failed: {
    title: 'The text can’t be read',
    description: 'The file is damaged or too complex. It can still be downloaded.',
  },
} as const;
