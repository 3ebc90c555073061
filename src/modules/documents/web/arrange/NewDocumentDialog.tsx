import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Document, Link, LinkInput } from '../../contract/document.ts';
import { linksAtMost } from '../../contract/document.ts';
import { isTypeOf } from '../../contract/types.ts';
import type { Choices } from '../../contract.ts';
import { cabinetOptions, typeOptions } from '../state/labels.ts';

export type NewFacts = Pick<Document, 'title' | 'cabinet' | 'type' | 'store'> & {
  links: LinkInput[];
};

interface Props {
  /** Its cabinet, type and store are proposed. */
  source: Document;
  links: readonly Link[];
  pageCount: number;
  choices: Choices;
  pending: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: (facts: NewFacts) => void;
}

/** Asks what the new document is; it belongs to the same records. */
export function NewDocumentDialog(props: Props) {
  const { source, links, pageCount, choices, pending, error, onClose, onSubmit } = props;
  const [title, setTitle] = useState(source.title);
  const [cabinet, setCabinet] = useState(source.cabinet);
  const [type, setType] = useState(source.type);
  const [isSubmitted, setSubmitted] = useState(false);
  const unique = new Map(links.map(({ kind, id }) => [`${kind}-${id}`, { kind, id }]));
  const submit = () => {
    setSubmitted(true);
    if (!title.trim()) return;
    const recordLinks = [...unique.values()].slice(0, linksAtMost);
    const facts = { title: title.trim(), cabinet, type, store: source.store };
    onSubmit({ ...facts, links: recordLinks });
  };
  return (
    <FormDialog
      size="sm"
      title="New document"
      description={`Of ${plural(pageCount, 'page')}`}
      verb="Add document"
      pending={pending}
      refusal={error && sentenceOf(error, 'Couldn’t add the document. Try again.')}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Title"
        required
        autoComplete="off"
        maxLength={200}
        value={title}
        error={isSubmitted && !title.trim() ? 'Enter a title' : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <SelectField
        label="Cabinet"
        options={cabinetOptions(choices.writable)}
        value={cabinet}
        onChange={({ target }) => {
          const next = choices.writable.find((one) => one === target.value) ?? cabinet;
          setCabinet(next);
          if (!isTypeOf(next, type)) setType('other');
        }}
      />
      <SelectField
        label="Type"
        options={typeOptions(cabinet)}
        value={type}
        onChange={({ target }) => setType(target.value)}
      />
    </FormDialog>
  );
}
