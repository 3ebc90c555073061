import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyEndpoint, ReplyOf } from '../../contract/endpoint.ts';
import type { CallArguments } from '../api/call.ts';
import { isMissing } from '../api/isMissing.ts';
import { queryOptionsFor } from '../api/queryClient.ts';
import { useTopOfPage } from '../router/scrollPositions.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/frame/PageHeader.tsx';
import type { IconSource } from '../ui/icon.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ListButton, ListLink } from './ListLink.tsx';

export interface LoadedRecord<Data> {
  data: Data | undefined;
  /** It does not exist for this user, or no longer. */
  isMissing: boolean;
  /** Why the last attempt failed otherwise; null if it did not. */
  error: Error | null;
  retry: () => void;
}

/** One record; what was shown before is gone once the server no longer has it for this user. */
export function useRecord<E extends AnyEndpoint>(
  endpoint: E,
  ...request: Parameters<(...args: CallArguments<E>) => void>
): LoadedRecord<ReplyOf<E>> {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(endpoint, ...request),
    refetchOnMount: 'always',
  });
  const isGone = isMissing(error);
  return {
    data: isGone ? undefined : data,
    isMissing: isGone,
    error: isGone ? null : error,
    retry: () => void refetch(),
  };
}

interface Props<Data> {
  record: LoadedRecord<Data>;
  icon: IconSource;
  /** The heading of the page: while loading, and with the record. */
  title: string;
  titleOf: (data: Data) => string;
  subtitleOf: (data: Data) => string;
  list: { href: string; label: string };
  missing: { title: string; description: string };
  children: (data: Data) => ReactNode;
}

/** The page of one record, with the way back to the list. */
export function RecordView<Data>(props: Props<Data>) {
  const { record, icon, title, titleOf, subtitleOf, list, missing, children } = props;
  const { data } = record;
  useTopOfPage();
  return (
    <>
      <PageHeader
        title={data === undefined ? title : titleOf(data)}
        subtitle={data === undefined ? undefined : subtitleOf(data)}
      />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-2 pb-10 md:px-6">
        <ListLink {...list} className="mb-3" />
        {data !== undefined ? (
          children(data)
        ) : record.isMissing ? (
          <EmptyState icon={icon} {...missing} action={<ListButton {...list} />} />
        ) : record.error ? (
          <NotLoaded
            what={`this ${title.toLowerCase()}`}
            error={record.error}
            icon={icon}
            onRetry={record.retry}
          />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  );
}
