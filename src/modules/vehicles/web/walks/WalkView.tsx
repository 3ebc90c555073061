import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Footprints } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { endWalk, getWalk, type WalkPage } from '../../contract/lot/walks.ts';
import { momentOf } from '../format.ts';
import { isMeant } from './outbox.ts';
import { type CodeReader, SightingForm } from './SightingForm.tsx';
import { useSightings } from './useSightings.ts';
import { refreshWalks, useWalkFrames } from './useWalkFrames.ts';
import { WalkLists } from './WalkLists.tsx';

interface Props {
  walkId: number;
  Camera: CodeReader | undefined;
}

/** One walk along the rows of a lot: what was seen, and what was not. */
export default function WalkView({ walkId, Camera }: Props) {
  useWalkFrames();
  const { data, isError } = useQuery({
    ...queryOptionsFor(getWalk, { params: { walkId } }),
    refetchOnMount: 'always',
  });
  return (
    <div className="max-w-[48rem]">
      <Link
        href="/fleet?view=walks"
        className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-text hover:no-underline"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" />
        All walks
      </Link>
      {data ? (
        <LoadedWalk page={data} Camera={Camera} />
      ) : isError ? (
        <EmptyState
          icon={Footprints}
          title="There is no such walk"
          description="It does not exist, or it went along the lot of a store you do not work in."
          action={
            <Link href="/fleet?view=walks" className={buttonClasses()}>
              All walks
            </Link>
          }
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  );
}

function LoadedWalk({ page, Camera }: { page: WalkPage; Camera: CodeReader | undefined }) {
  const sightings = useSightings(page.id);
  const [place, stand] = usePlace(page.id);
  const see = (code: string, label?: string) => sightings.see(code, place.trim(), label);
  const waits = sightings.unsent.length;
  // What this phone has ticked is not looked for any more, whether the server knows it yet or not.
  const cars = page.cars.map((car) => ({
    ...car,
    waits: !car.sight && sightings.unsent.some(({ code }) => isMeant(code, car)),
  }));
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold text-text">{`${storeNames[page.store]} lot`}</h2>
          <p className="text-sm text-muted">
            {page.endedAt
              ? `Walked ${momentOf(page.startedAt)} to ${momentOf(page.endedAt)}, ended by ${page.endedBy}`
              : `Since ${momentOf(page.startedAt)}, begun by ${page.startedBy}`}
          </p>
          <p role="status" className="text-sm text-text tabular-nums">
            {`${page.seen} seen, ${page.missing} not seen${waits > 0 ? `, ${waits} waiting to be sent` : ''}`}
          </p>
        </div>
        {page.may.walk && <EndButton page={page} waits={waits} />}
      </header>
      {page.may.walk && (
        <SightingForm {...{ place, Camera }} onStand={stand} said={sightings.said} onSee={see} />
      )}
      <WalkLists page={page} cars={cars} onSee={page.may.walk ? see : undefined} />
    </div>
  );
}

/** The row one stands in, until one says otherwise. */
function usePlace(walkId: number) {
  const key = `forecourt-walk-place:${walkId}`;
  const [place, setPlace] = useState(() => sessionStorage.getItem(key) ?? '');
  const stand = (typed: string) => {
    setPlace(typed);
    sessionStorage.setItem(key, typed);
  };
  return [place, stand] as const;
}

function EndButton({ page, waits }: { page: WalkPage; waits: number }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(endWalk, { params: { walkId: page.id } }),
    onSuccess: (ended) =>
      client.setQueryData(queryKeyFor(getWalk, { params: { walkId: page.id } }), ended),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not ended', description: sentenceOf(error) }),
    onSettled: () => refreshWalks(client),
  });
  const missing =
    page.missing === 0
      ? 'Every car has been seen.'
      : `${plural(page.missing, 'car')} not seen: kept as missing, with this walk.`;
  const more =
    waits > 0 ? ` ${waits} of yours still wait to be sent; they count once they are.` : '';
  return (
    <>
      <Button pending={isPending} onClick={() => setAsking(true)}>
        End the walk
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="End the walk?"
        description={missing + more}
        confirmLabel="End the walk"
        onConfirm={() => mutate()}
      />
    </>
  );
}
