import { useQueryClient } from '@tanstack/react-query';
import { Download, Files, FileText, FolderCheck, Pencil, Printer } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { DocumentPage, DocumentVersion } from '../../contract/document.ts';
import { type Choices, documentHref, getDocument } from '../../contract.ts';
import {
  cabinetName,
  fileHref,
  inboxHref,
  isPrintable,
  listHref,
  typeOf,
} from '../state/labels.ts';
import { findNextToFile, refreshDocuments, useChoices } from '../state/useDocuments.ts';
import { Facts } from './Facts.tsx';
import { Histories } from './Histories.tsx';
import { PageViewer } from './PageViewer.tsx';
import { Proposal } from './Proposal.tsx';
import { Removal } from './Removal.tsx';
import { Versions } from './Versions.tsx';

const DocumentSheet = lazyPart(() => import('../form/DocumentSheet.tsx'), { place: 'dialog' });
const ArrangeDialog = lazyPart(() => import('../arrange/ArrangeDialog.tsx'), { place: 'dialog' });

/** What a module above shows of a policy: who was asked to acknowledge it. */
export type PolicyPart = ComponentType<{
  document: { id: number; title: string; versionNumber: number };
}>;

interface Props {
  documentId: number;
  Policy: PolicyPart;
}

/** One document: its pages on the left, what is known of it on the right. */
export default function DocumentView({ documentId, Policy }: Props) {
  const choices = useChoices();
  const record = useRecord(getDocument, { params: { documentId } });
  return (
    <RecordView
      record={record}
      icon={FileText}
      title="Document"
      titleOf={({ title }) => title}
      subtitleOf={subtitleOf}
      list={{ href: listHref, label: 'All documents' }}
      missing={{
        title: 'Document not found',
        description: 'It doesn’t exist, or you don’t have access to its cabinet or store.',
      }}
    >
      {(document) =>
        choices.isKnown ? (
          <LoadedDocument document={document} choices={choices} Policy={Policy} />
        ) : (
          <Skeleton className="h-96" />
        )
      }
    </RecordView>
  );
}

const subtitleOf = (document: DocumentPage) =>
  document.isFiled
    ? `${cabinetName(document.cabinet)}, ${typeOf(document)}`
    : `${cabinetName(document.cabinet)}, inbox`;

interface LoadedProps {
  document: DocumentPage;
  choices: Choices;
}

function LoadedDocument({ document, choices, Policy }: LoadedProps & Pick<Props, 'Policy'>) {
  const [chosenVersion, setChosenVersion] = useState<number>();
  const version =
    document.versions.find(({ number }) => number === chosenVersion) ?? document.current;
  const goOn = useNextInInbox(choices);
  const isEarlier = version.number !== document.current.number;
  return (
    <div className="flex flex-col gap-6">
      <Head document={document} choices={choices} version={version} onFiled={goOn} />
      {!document.isFiled && document.may.edit && (
        <Proposal document={document} onFiled={() => void goOn(document)} />
      )}
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-3">
          {isEarlier && (
            <Notice
              action={
                <Button size="sm" onClick={() => setChosenVersion(undefined)}>
                  Show current version
                </Button>
              }
            >
              {`This is version ${version.number} of ${document.versions.length}.`}
            </Notice>
          )}
          <PageViewer
            key={version.number}
            documentId={document.id}
            version={version}
            title={document.title}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Facts document={document} />
          {document.cabinet === 'policies' && document.isFiled && (
            <Policy
              document={{
                id: document.id,
                title: document.title,
                versionNumber: document.current.number,
              }}
            />
          )}
          <Versions document={document} shown={version.number} onShow={setChosenVersion} />
          <Histories document={document} />
        </div>
      </div>
    </div>
  );
}

interface HeadProps extends LoadedProps {
  version: DocumentVersion;
  onFiled: (filed: DocumentPage) => Promise<void>;
}

function Head({ document, choices, version, onFiled }: HeadProps) {
  const [open, setOpen] = useState<'edit' | 'arrange'>();
  const close = () => setOpen(undefined);
  const { id, may, current, removal } = document;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="text-xl font-semibold wrap-anywhere text-text">{document.title}</h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-text">
          {removal ? (
            <Badge tone="warning">Removed</Badge>
          ) : (
            !document.isFiled && <Badge tone="info">In the inbox</Badge>
          )}
          {document.retention?.isHeld && <Badge tone="warning">Legal hold</Badge>}
          {document.store && <StoreMark store={document.store} />}
        </div>
        {removal && (
          <p className="text-sm text-text">
            {`${removal.by} removed it ${exactTime(removal.at)}: ${removal.reason}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={fileHref(id, version.number, 'download')}
          download={version.fileName}
          className={buttonClasses()}
        >
          <Download aria-hidden="true" />
          Download
        </a>
        {isPrintable(version) && (
          <a
            href={fileHref(id, version.number, 'print')}
            target="_blank"
            rel="noopener"
            className={buttonClasses()}
          >
            <Printer aria-hidden="true" />
            Print
          </a>
        )}
        {may.addVersion && current.pageCount !== null && (
          <Button onClick={() => setOpen('arrange')}>
            <Files aria-hidden="true" />
            Arrange pages
          </Button>
        )}
        <Removal document={document} />
        {may.edit && (
          <Button
            variant={document.isFiled ? 'secondary' : 'primary'}
            onClick={() => setOpen('edit')}
          >
            {document.isFiled ? <Pencil aria-hidden="true" /> : <FolderCheck aria-hidden="true" />}
            {document.isFiled ? 'Edit' : 'File'}
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'edit' && (
          <DocumentSheet
            document={document}
            choices={choices}
            onClose={close}
            {...(!document.isFiled && { onSaved: (saved) => void onFiled(saved) })}
          />
        )}
        {open === 'arrange' && (
          <ArrangeDialog
            documents={[document]}
            editing={document}
            choices={choices}
            onClose={close}
          />
        )}
      </Suspense>
    </header>
  );
}

/** After one document of the inbox is filed the next one is opened, or the empty inbox. */
function useNextInInbox({ writable }: Choices) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ id, title, cabinet }: DocumentPage) => {
    toast({
      title: `Filed in ${cabinetName(cabinet)}`,
      description: title,
      open: { label: `Open ${title}`, onClick: () => navigate(documentHref(id)) },
    });
    // What was filed is filed: the inbox shows why the next one could not be found.
    const next = await findNextToFile(writable, id).catch(() => undefined);
    navigate(next ? documentHref(next.id) : inboxHref);
    await refreshDocuments(client);
  };
}
