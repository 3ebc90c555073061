import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
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
    <FormDialog
      size="sm"
      title={title}
      verb="Move"
      pending={isPending}
      refusal={
        failures.length > 0 && (
          <>
            <p className="font-semibold">{`${plural(failures.length, 'document')} not moved`}</p>
            <ul>
              {failures.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )
      }
      onClose={onClose}
      onSubmit={() => mutate()}
    >
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
    </FormDialog>
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
