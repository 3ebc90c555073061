import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { DocumentUpload } from '../../../documents/web/public.ts';
import { getJacket, type Jacket } from '../../contract/jacket.ts';
import { cabinetOf, checklistNames, type RecordKind } from '../../contract/kinds.ts';
import { readableRecords } from '../../contract/rights.ts';
import { events, queries } from '../state/useJackets.ts';
import { Items } from './Items.tsx';
import { Stipulations } from './Stipulations.tsx';
import { TitleSection } from './TitleSection.tsx';

interface Props {
  record: RecordKind;
  recordId: number;
}

/** What a record needs and has, on its page; nothing for those who read no jackets of these records. */
export default function RecordJacket(props: Props) {
  const user = useCurrentUser();
  return user && readableRecords(user).includes(props.record) ? <Section {...props} /> : null;
}

const keys = [['api', queries]];

function Section({ record, recordId }: Props) {
  useLiveQueries(keys, events);
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getJacket, { params: { record, recordId } }),
    refetchOnMount: 'always',
  });
  if (isMissing(error)) return null;
  if (data) return <LoadedJacket jacket={data} />;
  return (
    <RecordSection label="Jacket">
      {error ? (
        <NotLoaded what="jacket" error={error} isInline onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </RecordSection>
  );
}

export function LoadedJacket({ jacket }: { jacket: Jacket }) {
  const [uploaded, setUploaded] = useState<string>();
  const { record, recordId, title, store, items, kind, may } = jacket;
  const missing = items.filter(({ state }) => state === 'missing').length;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <RecordSection
        label="Jacket"
        aside={
          items.length > 0 && (missing > 0 ? `${missing} of ${items.length} missing` : 'Complete')
        }
      >
        {items.length === 0 ? (
          <p className="text-sm text-muted">
            {`The checklist “${checklistNames[kind]}” asks for nothing here.`}
          </p>
        ) : (
          <Items jacket={jacket} {...(may.file && { onUpload: setUploaded })} />
        )}
      </RecordSection>
      {(jacket.stipulations.length > 0 || may.addStipulations) && <Stipulations jacket={jacket} />}
      {jacket.titleWork && <TitleSection title={title} work={jacket.titleWork} />}
      {uploaded !== undefined && (
        <DocumentUpload
          preset={{
            cabinet: cabinetOf[record],
            type: uploaded,
            store: store ?? undefined,
            links: [{ kind: record, id: recordId, title }],
          }}
          onClose={() => setUploaded(undefined)}
        />
      )}
    </div>
  );
}
