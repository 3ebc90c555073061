import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Footprints } from 'lucide-react';
import { useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { ListButton, ListLink } from '../../../../platform/web/records/ListLink.tsx';
import { useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { useTopOfPage } from '../../../../platform/web/router/scrollPositions.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { endWalk, getWalk, type WalkPage } from '../../contract/lot/walks.ts';
import { momentOf } from '../state/labels.ts';
import { matchesCode } from './outbox.ts';
import { type CodeReader, SightingForm } from './SightingForm.tsx';
import { useSightings } from './useSightings.ts';
import { refreshWalks, useWalkEvents } from './useWalks.ts';
import { WalkLists } from './WalkLists.tsx';

interface Props {
  walkId: number;
  Camera: CodeReader | undefined;
}

export default function WalkView({ walkId, Camera }: Props) {
  useWalkEvents();
  useTopOfPage();
  const { data, isMissing, error, retry } = useRecord(getWalk, { params: { walkId } });
  return (
    <div className="max-w-[48rem]">
      <ListLink href="/fleet?view=walks" label="All lot walks" className="mb-3" />
      {data ? (
        <LoadedWalk page={data} Camera={Camera} />
      ) : isMissing ? (
        <EmptyState
          icon={Footprints}
          title="Lot walk not found"
          description="It doesn’t exist, or you don’t have access to its store."
          action={<ListButton href="/fleet?view=walks" label="All lot walks" />}
        />
      ) : error ? (
        <NotLoaded what="this lot walk" error={error} icon={Footprints} onRetry={retry} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  );
}

function LoadedWalk({ page, Camera }: { page: WalkPage; Camera: CodeReader | undefined }) {
  const sightings = useSightings(page.id);
  const [place, changePlace] = usePlace(page.id);
  const see = (code: string, label?: string) => sightings.see(code, place.trim(), label);
  const unsentCount = sightings.unsent.length;
  // Vehicles recorded on this device count as seen before the server confirms.
  const cars = page.cars.map((car) => ({
    ...car,
    isUnsent: !car.sight && sightings.unsent.some(({ code }) => matchesCode(code, car)),
  }));
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold text-text">{`${storeNames[page.store]} lot`}</h2>
          <p className="text-sm text-muted">
            {page.endedAt
              ? `Walked ${momentOf(page.startedAt)} to ${momentOf(page.endedAt)}, ended by ${page.endedBy}`
              : `Since ${momentOf(page.startedAt)}, started by ${page.startedBy}`}
          </p>
          <p role="status" className="text-sm text-text tabular-nums">
            {`${page.seen} seen, ${page.missing} not seen${unsentCount > 0 ? `, ${unsentCount} waiting to be sent` : ''}`}
          </p>
        </div>
        {page.may.walk && <EndButton page={page} unsentCount={unsentCount} />}
      </header>
      {page.may.walk && (
        <SightingForm
          place={place}
          Camera={Camera}
          onPlaceChange={changePlace}
          result={sightings.result}
          onSee={see}
        />
      )}
      <WalkLists page={page} cars={cars} onSee={page.may.walk ? see : undefined} />
    </div>
  );
}

/** The current lot location, kept per walk. */
function usePlace(walkId: number) {
  const key = `forecourt-walk-place:${walkId}`;
  const [place, setPlace] = useState(() => sessionStorage.getItem(key) ?? '');
  const changePlace = (typed: string) => {
    setPlace(typed);
    sessionStorage.setItem(key, typed);
  };
  return [place, changePlace] as const;
}

function EndButton({ page, unsentCount }: { page: WalkPage; unsentCount: number }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(endWalk, { params: { walkId: page.id } }),
    onSuccess: (ended) =>
      client.setQueryData(queryKeyFor(getWalk, { params: { walkId: page.id } }), ended),
    onError: (error) => toastFailure(error, 'Couldn’t end walk'),
    onSettled: () => refreshWalks(client),
  });
  const missing =
    page.missing === 0
      ? 'All vehicles have been seen.'
      : `${plural(page.missing, 'vehicle')} not seen will be recorded as missing.`;
  const unsentText =
    unsentCount > 0
      ? ` ${unsentCount} of your scans haven’t been sent yet. They count once sent.`
      : '';
  return (
    <>
      <Button pending={isPending} onClick={() => setConfirming(true)}>
        End walk
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="End walk?"
        description={missing + unsentText}
        confirmLabel="End walk"
        onConfirm={() => mutate()}
      />
    </>
  );
}
