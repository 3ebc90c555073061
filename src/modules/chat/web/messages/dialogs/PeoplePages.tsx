import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../../../../platform/web/ui/LoadMore.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { historyPageSize } from '../../../contract.ts';
import { PersonAvatar } from '../row/PersonAvatar.tsx';

type People = { userId: number; name: string }[];

interface Props {
  label: string;
  queryKey: QueryKey;
  /** Fetches the page after the user id `after`. */
  fetchPage: (after: number | undefined, signal: AbortSignal) => Promise<People>;
}

/** A paged list of people; there may be thousands. */
export function PeoplePages({ label, queryKey, fetchPage }: Props) {
  const found = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < historyPageSize ? undefined : page.at(-1)?.userId),
    staleTime: 0,
  });
  if (found.isPending) return <Spinner label="Loading" />;
  if (found.isError) return <p className="text-base text-muted">Couldn’t load people.</p>;
  const people = found.data.pages.flat();
  if (people.length === 0) return <p className="text-base text-muted">No one</p>;
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-1">
        {people.map(({ userId, name }) => (
          <li key={userId} className="flex min-h-9 items-center gap-2.5 text-base text-text">
            <PersonAvatar userId={userId} name={name} size="sm" />
            {name}
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <LoadMore
          label="Show more people"
          pending={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      )}
    </>
  );
}
