import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import type { Cabinet } from '../../contract/cabinets.ts';
import type { Document } from '../../contract/document.ts';
import { isTypeOf } from '../../contract/types.ts';
import { type Choices, saveDocument } from '../../contract.ts';
import { cabinetName, cabinetOptions, typeOptions } from '../state/labels.ts';
import { refreshDocuments } from '../state/useDocuments.ts';

interface Props {
  documents: readonly Document[];
  choices: Choices;
  title: string;
  onClose: () => void;
  onDone: () => void;
}

const sameType = '';

/** Moves documents to another cabinet; each one that can’t be moved says why. */
export default function MoveDialog({ documents, choices, title, onClose, onDone }: Props) {
  const formId = useId();
  const client = useQueryClient();
  const [cabinet, setCabinet] = useState<Cabinet>(documents[0]?.cabinet ?? 'deals');
  const [type, setType] = useState(sameType);
  const [failures, setFailures] = useState<string[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const refused: string[] = [];
      for (const document of documents) {
        const chosen = type || document.type;
        const facts = { cabinet, type: isTypeOf(cabinet, chosen) ? chosen : 'other' };
        await call(saveDocument, {
          params: { documentId: document.id },
          body: { ...bodyOf(document), ...facts },
        }).catch((error: unknown) => {
          refused.push(`${document.title}: ${sentenceOf(error)}`);
        });
      }
      return refused;
    },
    onSuccess: (refused) => {
      setFailures(refused);
      if (refused.length > 0) return;
      onDone();
      onClose();
    },
    onSettled: () => refreshDocuments(client),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{failures.length > 0 ? 'Close' : 'Cancel'}</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Move
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        {failures.length > 0 && (
          <Notice tone="danger" live title={`${plural(failures.length, 'document')} not moved`}>
            <ul>
              {failures.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Notice>
        )}
        <SelectField
          label="Cabinet"
          options={cabinetOptions(choices.writable)}
          value={cabinet}
          onChange={({ target }) => {
            setCabinet(choices.writable.find((one) => one === target.value) ?? cabinet);
            setType(sameType);
          }}
        />
        <SelectField
          label="Type"
          options={[
            { value: sameType, label: `As now, or Other in ${cabinetName(cabinet)}` },
            ...typeOptions(cabinet),
          ]}
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
      </form>
    </Dialog>
  );
}

function bodyOf({ title, store, date, amountCents, number, keywords, links, version }: Document) {
  return {
    version,
    title,
    store,
    date,
    amountCents,
    number,
    keywords,
    links: links.map(({ kind, id }) => ({ kind, id })),
  };
}
