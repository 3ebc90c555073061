import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import {
  checkedBy,
  type RecordForm,
  useRecordForm,
} from '../../../../platform/web/forms/useRecordForm.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { DocumentPage, Proposal } from '../../contract/document.ts';
import { isTypeOf } from '../../contract/types.ts';
import { type Choices, fileDocument, getDocument, saveDocument } from '../../contract.ts';
import { LinkField } from '../parts/LinkField.tsx';
import { cabinetOptions, storeOptions, typeOptions } from '../state/labels.ts';
import { refreshDocuments } from '../state/useDocuments.ts';
import {
  bodyOf,
  checkValues,
  errorsOf,
  fieldNames,
  unlinked,
  type Values,
  valuesOf,
  valueTexts,
} from './values.ts';

interface Props {
  document: DocumentPage;
  choices: Choices;
  onClose: () => void;
  onSaved?: (saved: DocumentPage) => void;
}

/** Edits what is known of a document, or files one of the inbox. */
export default function DocumentSheet({ document, choices, onClose, onSaved }: Props) {
  const client = useQueryClient();
  const params = { documentId: document.id };
  // While it closes the document may be filed already.
  const { isFiled } = document;
  const form = useRecordForm<Values, DocumentPage>({
    noun: 'document',
    record: document,
    emptyValues: () => valuesOf(document),
    valuesOf,
    resolver: checkedBy(checkValues),
    save: (values, { version }) =>
      call(isFiled ? saveDocument : fileDocument, {
        params,
        body: { version, ...bodyOf(values) },
      }),
    getLatest: () => call(getDocument, { params }),
    errorsOf,
    fieldNames,
    valueTexts,
    onSaved(saved) {
      client.setQueryData(queryKeyFor(getDocument, { params }), saved);
      void refreshDocuments(client);
      onClose();
      onSaved?.(saved);
    },
  });
  useAddedProposals(form, document);
  return (
    <RecordSheet
      form={form}
      title={isFiled ? 'Edit document' : 'File document'}
      saveLabel={isFiled ? 'Save changes' : 'File document'}
      needsEdit={isFiled}
      className="gap-5"
      onClose={onClose}
    >
      {!isFiled && document.proposals.length > 0 && <Proposals proposals={document.proposals} />}
      <Fields form={form} choices={choices} />
    </RecordSheet>
  );
}

const noProposals: readonly Proposal[] = [];

/** Adds what is recognized while the form is open; what was removed from it, or chosen, stays so. */
function useAddedProposals(form: RecordForm<Values>, document: DocumentPage) {
  const { links, cabinet, type } = form.values;
  const proposals = document.isFiled ? noProposals : document.proposals;
  const { type: proposedType } = valuesOf(document);
  const seen = useRef(proposals);
  useEffect(() => {
    const added = unlinked(
      proposals.map(({ link }) => link),
      [...links, ...seen.current.map(({ link }) => link)],
    );
    seen.current = proposals;
    if (added.length > 0) form.set('links', [...links, ...added]);
    if (!type && isTypeOf(cabinet, proposedType)) form.set('type', proposedType);
  });
}

/** Where the proposed records were found; they are among those it belongs to until they are removed. */
function Proposals({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <Notice title="Found in this document">
      <ul>
        {proposals.map(({ link, found, page }) => (
          <li key={`${link.kind}-${link.id}`}>
            {`${link.title}: “${found}” ${page === null ? 'in the file name' : `on page ${page}`}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Fields({ form, choices }: { form: RecordForm<Values>; choices: Choices }) {
  const { values } = form;
  const { cabinet, type, store } = values;
  const cabinets = choices.writable.includes(cabinet)
    ? choices.writable
    : [...choices.writable, cabinet];
  return (
    <>
      <TextField
        {...form.field('title')}
        label="Title"
        required
        autoComplete="off"
        maxLength={200}
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <SelectField
          label="Cabinet"
          required
          options={cabinetOptions(cabinets)}
          value={cabinet}
          error={form.errorOf('cabinet')}
          onChange={({ target }) => {
            const next = cabinets.find((one) => one === target.value) ?? cabinet;
            form.change({
              cabinet: next,
              type: isTypeOf(next, type) ? type : '',
              store: store || (next === 'policies' ? '' : (choices.stores[0] ?? '')),
            });
          }}
        />
        <SelectField
          {...form.field('type')}
          label="Type"
          required
          options={[
            ...(isTypeOf(cabinet, type) ? [] : [{ value: '', label: 'Choose a type' }]),
            ...typeOptions(cabinet),
          ]}
        />
        <SelectField
          {...form.field('store')}
          label="Store"
          required
          options={storeOptions(cabinet, choices.stores)}
        />
        <TextField {...form.field('date')} label="Date on the document" type="date" />
        <TextField
          {...form.field('number')}
          label="Number"
          autoComplete="off"
          maxLength={40}
          placeholder="Invoice, check, policy or title"
        />
        <TextField
          {...form.field('amount')}
          label="Amount, $"
          autoComplete="off"
          inputMode="decimal"
          inputClassName="text-right tabular-nums"
        />
      </div>
      <LinkField
        links={values.links}
        cabinet={cabinet}
        error={form.errorOf('links')}
        onChange={(links) => form.set('links', links)}
      />
      <TextField
        {...form.field('keywords')}
        label="Keywords"
        autoComplete="off"
        maxLength={500}
        hint="Words it should be found by, besides those in its text"
      />
    </>
  );
}
