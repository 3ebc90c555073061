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

/** The lead sources, their keys and delivery logs. */
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
        source
          ? undefined
          : 'The ads and sites your leads come from. A source with a key can submit leads.'
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
        <SourceList sources={data} choices={choices} onOpen={setOpenId} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

interface SourceListProps {
  sources: readonly Source[];
  choices: Choices;
  onOpen: (id: number) => void;
}

function SourceList({ sources, choices, onOpen }: SourceListProps) {
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
          description="Add one for each site or ad to compare their results."
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
