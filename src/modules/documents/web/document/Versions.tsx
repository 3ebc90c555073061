import { clsx } from 'clsx';
import { Download, FilePlus } from 'lucide-react';
import { useRef } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { DocumentPage, DocumentVersion, Origin } from '../../contract/document.ts';
import { fileHref } from '../state/labels.ts';
import { startUploading } from '../state/uploads/queue.ts';

interface Props {
  document: DocumentPage;
  /** The number of the version on the screen. */
  shown: number;
  onShow: (versionNumber: number) => void;
}

/** The files of a document, newest first; none of them ever changes. */
export function Versions({ document, shown, onShow }: Props) {
  const { versions, current } = document;
  return (
    <RecordSection
      label="Versions"
      aside={document.may.addVersion && <AddVersion {...{ document }} />}
    >
      <ol className="flex flex-col">
        {versions.map((version) => (
          <li
            key={version.number}
            className={clsx(
              'flex items-start justify-between gap-3 rounded-md px-2 py-2 text-sm',
              version.number === shown && versions.length > 1 && 'bg-sunken',
            )}
          >
            <span className="min-w-0">
              <span className="font-medium text-text">
                {`Version ${version.number}${version.number === current.number ? ', current' : ''}`}
              </span>
              <span className="block text-xs wrap-anywhere text-muted">{factsOf(version)}</span>
              <span className="block text-xs text-muted">
                {`${exactTime(version.uploadedAt)} by ${version.uploadedBy.name}`}
              </span>
            </span>
            <span className="flex shrink-0 gap-1">
              {version.number !== shown && (
                <Button size="sm" onClick={() => onShow(version.number)}>
                  Show
                </Button>
              )}
              <a
                href={fileHref(document.id, version.number, 'download')}
                download={version.fileName}
                aria-label={`Download version ${version.number}`}
                className={clsx(buttonClasses({ variant: 'ghost', size: 'sm' }), 'px-1.5!')}
              >
                <Download aria-hidden="true" />
              </a>
            </span>
          </li>
        ))}
      </ol>
    </RecordSection>
  );
}

const originNames: Record<Origin, string | null> = {
  upload: null,
  camera: 'photographed',
  merge: 'combined',
  split: 'split off',
  rotate: 'pages arranged',
};

const factsOf = ({ fileName, sizeBytes, pageCount, origin }: DocumentVersion) =>
  [
    fileName,
    pageCount !== null && plural(pageCount, 'page'),
    fileSize(sizeBytes),
    originNames[origin],
  ]
    .filter(Boolean)
    .join(', ');

function AddVersion({ document }: { document: DocumentPage }) {
  const input = useRef<HTMLInputElement>(null);
  const user = useCurrentUser();
  const add = (file: File) => {
    const { id: documentId, version } = document;
    if (!user) return;
    void startUploading({
      userId: user.id,
      file,
      origin: 'upload',
      purpose: { kind: 'version', documentId, version },
    });
  };
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => input.current?.click()}>
        <FilePlus aria-hidden="true" />
        Add version
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of the new version"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) add(file);
          target.value = '';
        }}
      />
    </>
  );
}
