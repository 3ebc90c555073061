import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { getJacket, type Jacket } from '../../contract/jacket.ts';
import { cabinetOf, checklistNames, type RecordKind } from '../../contract/kinds.ts';
import { choicesOf, events, queries, useChoices } from '../state/useJackets.ts';
import { Items } from './Items.tsx';
import { Stipulations } from './Stipulations.tsx';
import { TitleSection } from './TitleSection.tsx';

/** The upload of a document with what is known of it, which belongs to the documents. */
export type JacketUpload = ComponentType<{
  record: { kind: RecordKind; id: number; title: string };
  cabinet: (typeof cabinetOf)[RecordKind];
  type: string;
  store: Jacket['store'];
  onClose: () => void;
}>;

interface Props {
  record: RecordKind;
  recordId: number;
  Upload?: JacketUpload | undefined;
}

/** What a record needs and has, on its page; nothing for those who read no jackets of these records. */
export default function RecordJacket(props: Props) {
  const choices = useChoices();
  return choicesOf(choices, props.record) ? <Section {...props} /> : null;
}

const keys = [['api', queries]];

function Section({ record, recordId, Upload }: Props) {
  useLiveQueries(keys, events);
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getJacket, { params: { record, recordId } }),
    refetchOnMount: 'always',
  });
  if (isMissing(error)) return null;
  if (data) return <LoadedJacket jacket={data} Upload={Upload} />;
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

export function LoadedJacket({ jacket, Upload }: { jacket: Jacket } & Pick<Props, 'Upload'>) {
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
          <Items jacket={jacket} {...(may.file && Upload && { onUpload: setUploaded })} />
        )}
      </RecordSection>
      {(jacket.stipulations.length > 0 || may.addStipulations) && <Stipulations jacket={jacket} />}
      {jacket.titleWork && <TitleSection title={title} work={jacket.titleWork} />}
      <Suspense>
        {uploaded !== undefined && Upload && (
          <Upload
            record={{ kind: record, id: recordId, title }}
            cabinet={cabinetOf[record]}
            type={uploaded}
            store={store}
            onClose={() => setUploaded(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
