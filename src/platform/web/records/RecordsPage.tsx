import { type ReactNode, Suspense } from 'react';
import { type Access, type Grants, permits } from '../../contract/access.ts';
import type { AnySocketEvent } from '../../contract/socket.ts';
import { useLiveQueries } from '../realtime/useLiveQueries.ts';
import { useAddress } from '../router/address.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { type Neighbor, PageHeader } from '../ui/frame/PageHeader.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** What the route passes to every page of records. */
export interface RecordsPageProps {
  title: string;
  subtitle?: string | undefined;
  neighbors?: readonly Neighbor[] | undefined;
}

interface Live {
  queries: string | readonly string[];
  events: readonly AnySocketEvent[];
}

interface Props extends RecordsPageProps {
  user: Grants;
  access: Access;
  /** What the page is about: `deals`. */
  many: string;
  /** All queries under `api/<queries>` are refetched at these events, and after a lost connection. */
  live?: Live;
  /** The record that takes the place of the list while the address names it: `?deal=7`. */
  record?: { param: string; show: (id: number) => ReactNode };
  /** The list. */
  children: ReactNode;
}

/** The page of a kind of records: its list, or the one that is open; an explanation without access. */
export function RecordsPage(props: Props) {
  const { user, access, many, live, children, record, ...header } = props;
  const recordId = useRecordId(record?.param);
  if (!permits(access, user)) {
    return (
      <>
        <PageHeader title={header.title} subtitle={header.subtitle} />
        <EmptyState
          title={`No access to ${many}`}
          description="You don’t have permission to view this data. Ask an administrator."
        />
      </>
    );
  }
  return (
    <>
      {live && <LiveQueries {...live} />}
      {record && recordId !== null ? (
        <Suspense fallback={<LoadingRecord title={header.title} />}>
          {record.show(recordId)}
        </Suspense>
      ) : (
        <>
          <PageHeader {...header} />
          {children}
        </>
      )}
    </>
  );
}

/** The id in this query parameter; null if it is absent or not one. */
export function useRecordId(param: string | undefined): number | null {
  const { query } = useAddress();
  const id = param === undefined ? 0 : Number(query.get(param));
  return Number.isInteger(id) && id > 0 ? id : null;
}

function LiveQueries({ queries, events }: Live) {
  const keys = [queries].flat().map((name) => ['api', name]);
  useLiveQueries(keys, events, events);
  return null;
}

function LoadingRecord({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="px-4 pt-4 md:px-6">
        <Skeleton className="h-96" />
      </div>
    </>
  );
}
