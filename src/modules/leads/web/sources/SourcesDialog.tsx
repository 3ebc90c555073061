import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listSources, type Source } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { AddSource } from './AddSource.tsx';
import { SourceDetail } from './SourceDetail.tsx';
import { SourceLine } from './SourceLine.tsx';

interface Props {
  choices: Choices;
  onClose: () => void;
}

/** Where leads come from: the adverts and sites, their keys, and what they have sent. */
export default function SourcesDialog({ choices, onClose }: Props) {
  const { data } = useQuery({ ...queryOptionsFor(listSources), refetchOnMount: 'always' });
  const [openId, setOpenId] = useState<number>();
  const source = data?.find(({ id }) => id === openId);
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="side"
      title={source?.name ?? 'Sources'}
      description={
        source ? undefined : 'The adverts and sites leads come from. With a key they hand leads in.'
      }
    >
      {source && (
        <Button
          size="sm"
          variant="ghost"
          className="mb-3 -ml-2.5"
          onClick={() => setOpenId(undefined)}
        >
          <ArrowLeft aria-hidden="true" />
          All sources
        </Button>
      )}
      {source ? (
        <SourceDetail key={source.id} source={source} />
      ) : data ? (
        <All sources={data} choices={choices} onOpen={setOpenId} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

interface AllProps {
  sources: readonly Source[];
  choices: Choices;
  onOpen: (id: number) => void;
}

function All({ sources, choices, onOpen }: AllProps) {
  const [adding, setAdding] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      {adding ? (
        <AddSource choices={choices} onClose={() => setAdding(false)} onAdded={onOpen} />
      ) : (
        <Button className="self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Add source
        </Button>
      )}
      {sources.length === 0 && !adding && (
        <EmptyState
          title="No sources yet"
          description="Add one for each site or advert, and the figures tell which of them sells."
        />
      )}
      <ul aria-label="Sources" className="divide-y divide-border">
        {sources.map((source) => (
          <SourceLine
            key={source.id}
            source={source}
            withStore={choices.stores.length > 1}
            onOpen={() => onOpen(source.id)}
          />
        ))}
      </ul>
    </div>
  );
}
