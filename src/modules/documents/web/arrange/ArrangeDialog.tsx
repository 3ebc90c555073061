import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { cardKind } from '../../../../platform/web/records/useCardDrag.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { Document, DocumentPage } from '../../contract/document.ts';
import {
  arrangePages,
  type Choices,
  documentHref,
  extractPages,
  getDocument,
  listDocuments,
} from '../../contract.ts';
import { refreshDocuments } from '../state/useDocuments.ts';
import { NewDocumentDialog, type NewFacts } from './NewDocumentDialog.tsx';
import { PageTile } from './PageTile.tsx';
import { type ArrangedPage, isUnchanged, moved, pagesOf, planOf, turned } from './pages.ts';

interface Props {
  /** Whose pages are there at first. */
  documents: readonly Document[];
  /** The document that gets a new version; without it the pages become a new document. */
  editing?: DocumentPage;
  choices: Choices;
  onClose: () => void;
  onSaved?: () => void;
}

const pagesAtMost = 2_000;
const kind = cardKind<ArrangedPage>('document-page');

/** Reorders, turns and leaves out pages, takes them from other documents, and splits some off. */
export default function ArrangeDialog(props: Props) {
  const { documents, editing, choices, onClose, onSaved } = props;
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [first] = useState(() => documents.flatMap(pagesOf));
  const [pages, setPages] = useState<ArrangedPage[]>(first);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [naming, setNaming] = useState<ArrangedPage[]>();
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const isDirty = editing ? !isUnchanged(pages, first) : true;
  const guard = useLeaveGuard(isDirty, onClose);
  const chosen = pages.filter(({ key }) => selected.has(key));

  const save = useMutation({
    mutationFn: async ({ id, version }: DocumentPage) =>
      call(arrangePages, { params: { documentId: id }, body: { version, pages: planOf(pages) } }),
    onSuccess(saved) {
      const params = { documentId: saved.id };
      client.setQueryData(queryKeyFor(getDocument, { params }), saved);
      onSaved?.();
      onClose();
    },
    onSettled: () => refreshDocuments(client),
  });
  const extract = useMutation({
    mutationFn: ({ facts, from }: { facts: NewFacts; from: readonly ArrangedPage[] }) =>
      call(extractPages, { body: { clientId, ...facts, pages: planOf(from) } }),
    onSuccess({ id, title }, { from }) {
      setNaming(undefined);
      setClientId(crypto.randomUUID());
      onSaved?.();
      if (!editing) {
        onClose();
        return navigate(documentHref(id));
      }
      // Split off: they are left out here unless the person closes without saving.
      setPages((current) => current.filter((page) => !from.includes(page)));
      setSelected(new Set());
      toast({
        title: 'New document added',
        description: title,
        open: { label: `Open ${title}`, onClick: () => navigate(documentHref(id)) },
      });
    },
    onSettled: () => refreshDocuments(client),
  });

  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelected(next);
  };
  const replace = (page: ArrangedPage, next: ArrangedPage) =>
    setPages(pages.map((one) => (one === page ? next : one)));
  return (
    <Dialog
      open
      onOpenChange={(next) => next || guard.leave()}
      size="xl"
      dismissable={!isDirty}
      title={editing ? `Arrange pages of “${editing.title}”` : 'Combine documents'}
      description={
        editing
          ? 'Saving adds a new version. The earlier ones stay as they are.'
          : 'The pages become a new document. The others stay as they are.'
      }
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm text-muted tabular-nums">
            {chosen.length > 0
              ? `${chosen.length} of ${plural(pages.length, 'page')} selected`
              : plural(pages.length, 'page')}
          </p>
          <Button onClick={guard.leave}>Cancel</Button>
          {editing && (
            <Button disabled={chosen.length === 0} onClick={() => setNaming(chosen)}>
              Split off selected…
            </Button>
          )}
          {editing ? (
            <Button
              variant="primary"
              disabled={!isDirty || pages.length === 0}
              pending={save.isPending}
              onClick={() => save.mutate(editing)}
            >
              Save new version
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={pages.length === 0}
              onClick={() => setNaming(pages)}
            >
              Combine…
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {save.error && (
          <Notice tone="danger" live>
            {sentenceOf(save.error, 'Couldn’t save the pages. Try again.')}
          </Notice>
        )}
        {pages.length === 0 ? (
          <p className="py-10 text-center text-sm text-muted">
            No pages left. Add pages of a document, or cancel.
          </p>
        ) : (
          <ol
            aria-label="Pages"
            className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3"
          >
            {pages.map((page, at) => (
              <PageTile
                key={page.key}
                kind={kind}
                page={page}
                at={at}
                isLast={at === pages.length - 1}
                isSelected={selected.has(page.key)}
                onSelect={() => toggle(page.key)}
                onTurn={() => replace(page, turned(page))}
                onRemove={() => setPages(pages.filter((one) => one !== page))}
                onPlace={({ key }) => setPages(moved(pages, key, at))}
                onMove={(to) => setPages(moved(pages, page.key, to))}
              />
            ))}
          </ol>
        )}
        <MorePages
          onAdd={(document) => setPages([...pages, ...pagesOf(document)].slice(0, pagesAtMost))}
        />
      </div>
      {naming && documents[0] && (
        <NewDocumentDialog
          source={documents[0]}
          links={documents.flatMap(({ links }) => links)}
          pageCount={naming.length}
          choices={choices}
          pending={extract.isPending}
          error={extract.error}
          onClose={() => {
            extract.reset();
            setNaming(undefined);
          }}
          onSubmit={(facts) => extract.mutate({ facts, from: naming })}
        />
      )}
      {guard.dialog}
    </Dialog>
  );
}

/** Finds a document to add its pages at the end. */
function MorePages({ onAdd }: { onAdd: (document: Document) => void }) {
  const finding = useFinding();
  const query = { q: finding.search, scope: 'all', limit: 6 } as const;
  const found = useFound(finding.search, queryOptionsFor(listDocuments, { query }), (documents) =>
    documents.filter(({ current, isRemoved }) => current.pageCount !== null && !isRemoved),
  );
  return (
    <FindField
      label="Add pages of another document"
      listLabel="Documents"
      placeholder="Words, names, deal, RO, VIN, number"
      noneHint={(text) => `No documents with pages match “${text}”.`}
      finding={finding}
      found={found}
      onChoose={onAdd}
    >
      {({ title, current }) => (
        <>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <span className="shrink-0 text-sm text-muted">
            {plural(current.pageCount ?? 0, 'page')}
          </span>
        </>
      )}
    </FindField>
  );
}
