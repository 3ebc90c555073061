import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { DocumentPage } from '../../contract/document.ts';
import { fileDocument, getDocument } from '../../contract.ts';
import { bodyOf, checkValues, valuesOf } from '../form/values.ts';
import { typeOf } from '../state/labels.ts';
import { queries } from '../state/useDocuments.ts';

/** What a document of the inbox says it is and belongs to, to be filed in one press; nothing if it does not say both. */
export function Proposal({ document, onFiled }: { document: DocumentPage; onFiled: () => void }) {
  const params = { documentId: document.id };
  const values = valuesOf(document);
  const file = useRecordChange<void, DocumentPage>({
    save: () =>
      call(fileDocument, { params, body: { version: document.version, ...bodyOf(values) } }),
    recordKey: queryKeyFor(getDocument, { params }),
    queries,
    failure: 'Couldn’t file document',
    onSaved: onFiled,
  });
  if (values.links.length === 0 || Object.keys(checkValues(values)).length > 0) return null;
  const of = values.links.map(({ title }) => title).join('; ');
  return (
    <Notice
      title={`Proposed: ${typeOf(values)}`}
      action={
        <Button size="sm" pending={file.isPending} onClick={() => file.isPending || file.mutate()}>
          File as proposed
        </Button>
      }
    >
      {`Belongs to ${of}`}
    </Notice>
  );
}
