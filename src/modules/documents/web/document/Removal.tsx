import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import type { DocumentPage } from '../../contract/document.ts';
import { getDocument, removeDocument, restoreDocument } from '../../contract.ts';
import { queries } from '../state/useDocuments.ts';

const reasonMaxLength = 200;

/** Takes a document out of its cabinet, or puts it back. */
export function Removal({ document }: { document: DocumentPage }) {
  const [isAsking, setAsking] = useState(false);
  const { id, version, may } = document;
  const params = { documentId: id };
  const recordKey = queryKeyFor(getDocument, { params });
  const remove = useRecordChange({
    save: (reason: string) => call(removeDocument, { params, body: { version, reason } }),
    recordKey,
    queries,
    failure: 'Couldn’t remove document',
    onSettled: () => setAsking(false),
  });
  const restore = useRecordChange({
    save: () => call(restoreDocument, { params, query: { version } }),
    recordKey,
    queries,
    failure: 'Couldn’t put document back',
  });
  return (
    <>
      {may.restore && (
        <Button pending={restore.isPending} onClick={() => restore.mutate(undefined)}>
          <Undo2 aria-hidden="true" />
          Put back
        </Button>
      )}
      {may.remove && (
        <Button onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={`Remove “${document.title}”?`}
          verb="Remove document"
          maxLength={reasonMaxLength}
          pending={remove.isPending}
          onClose={() => setAsking(false)}
          onSubmit={(reason) => remove.mutate(reason)}
        />
      )}
    </>
  );
}
