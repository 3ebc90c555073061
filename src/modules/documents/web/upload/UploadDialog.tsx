import { clsx } from 'clsx';
import { Camera, FileUp, FolderUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { useFileDrop } from '../../../../platform/web/files/useFileDrop.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import { isTypeOf } from '../../contract/types.ts';
import type { Choices } from '../../contract.ts';
import { LinkField } from '../parts/LinkField.tsx';
import { cabinetOptions, fileMaxText, storeOptions, typeOptions } from '../state/labels.ts';
import type { ChosenLink, Destination } from '../state/uploads/job.ts';
import { startUploading } from '../state/uploads/queue.ts';
import { filesOf, visibleFiles } from './dropped.ts';
import { PhotoDialog } from './photos/PhotoDialog.tsx';
import { type ChosenFile, useChosenFiles } from './useChosenFiles.ts';
import { usePaste } from './usePaste.ts';

/** What is known of where the files belong, such as the record whose page is open. */
export interface UploadPreset {
  cabinet?: Cabinet | undefined;
  store?: Store | null | undefined;
  type?: string | undefined;
  links?: readonly ChosenLink[] | undefined;
}

interface Props {
  choices: Choices;
  preset?: UploadPreset;
  /** Dropped or pasted before the dialog was open. */
  files?: readonly File[];
  onClose: () => void;
}

const later = '';

/** Chooses files and where they go, then starts their upload. */
export default function UploadDialog({ choices, preset = {}, files: first = [], onClose }: Props) {
  const user = useCurrentUser();
  const { files, add, remove } = useChosenFiles(first);
  const [destination, setDestination] = useState(() => firstDestination(choices, preset));
  const [isPhotographing, setPhotographing] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  usePaste((pasted) => add(pasted));
  const { over, dropping } = useFileDrop((data) => void filesOf(data).then((found) => add(found)));
  if (!destination) {
    return (
      <Dialog open onOpenChange={onClose} size="sm" title="Upload documents">
        <EmptyState
          title="No cabinet to upload to"
          description="You can read documents, but not add any. Ask an administrator."
        />
      </Dialog>
    );
  }
  const start = () => {
    setSubmitted(true);
    if (files.length === 0 || !user) return;
    for (const { file, origin } of files) {
      const purpose = { kind: 'document', destination } as const;
      void startUploading({ userId: user.id, file, origin, purpose });
    }
    onClose();
  };
  return (
    <>
      <FormDialog
        size="lg"
        title="Upload documents"
        verb={files.length > 0 ? `Upload ${plural(files.length, 'file')}` : 'Upload'}
        pending={false}
        isDirty={files.length > 0}
        onClose={onClose}
        onSubmit={start}
      >
        <div className="flex flex-col gap-5" {...dropping}>
          <div
            className={clsx(
              'flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-5',
              over ? 'border-accent bg-accent-surface' : 'border-line',
            )}
          >
            <FileButtons
              onChoose={(chosen) => add(chosen)}
              onPhotograph={() => setPhotographing(true)}
            />
            <p className="text-center text-sm text-muted max-sm:hidden">
              {`Or drop files and folders here, or paste. At most ${fileMaxText} each.`}
            </p>
            {isSubmitted && files.length === 0 && (
              <p role="alert" className="text-xs text-danger">
                Choose at least one file
              </p>
            )}
          </div>
          {files.length > 0 && <FileList files={files} onRemove={remove} />}
          <DestinationFields
            choices={choices}
            destination={destination}
            onChange={(next) => setDestination({ ...destination, ...next })}
          />
        </div>
      </FormDialog>
      {isPhotographing && (
        <PhotoDialog
          onClose={() => setPhotographing(false)}
          onDone={(pdf) => {
            add([pdf], 'camera');
            setPhotographing(false);
          }}
        />
      )}
    </>
  );
}

/** The cabinet of the preset or the first one; null if there is none to upload to. */
function firstDestination(
  { writable, stores }: Choices,
  { cabinet, store, type, links = [] }: UploadPreset,
): Destination | null {
  const place = writable.find((one) => one === cabinet) ?? writable[0];
  if (!place) return null;
  return {
    cabinet: place,
    store: stores.find((one) => one === store) ?? stores[0] ?? null,
    type: type !== undefined && place === cabinet && isTypeOf(place, type) ? type : null,
    links,
  };
}

/** Known to every browser, and not to the types. */
const wholeFolder = { webkitdirectory: '' };

interface FileButtonsProps {
  onChoose: (files: File[]) => void;
  onPhotograph: () => void;
}

function FileButtons({ onChoose, onPhotograph }: FileButtonsProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={() => files.current?.click()}>
        <FileUp aria-hidden="true" />
        Choose files
      </Button>
      <Button className="touch:hidden" onClick={() => folder.current?.click()}>
        <FolderUp aria-hidden="true" />
        Choose folder
      </Button>
      <span className="hidden touch:contents">
        <Button onClick={onPhotograph}>
          <Camera aria-hidden="true" />
          Take photos
        </Button>
      </span>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Choosing the same file again must fire a change, too.
          target.value = '';
        }}
      />
      <input
        ref={folder}
        type="file"
        multiple
        {...wholeFolder}
        hidden
        aria-label="Folder to upload"
        onChange={({ target }) => {
          onChoose(visibleFiles(target.files));
          target.value = '';
        }}
      />
    </div>
  );
}

interface FileListProps {
  files: readonly ChosenFile[];
  onRemove: (key: string) => void;
}

function FileList({ files, onRemove }: FileListProps) {
  return (
    <ul aria-label="Chosen files" className="scroll-area max-h-52 overflow-y-auto">
      {files.map(({ key, file }) => (
        <li
          key={key}
          className="flex min-h-row items-center gap-3 border-b border-border text-base last:border-b-0"
        >
          <span className="min-w-0 flex-1 truncate text-text">{file.name}</span>
          <span className="shrink-0 text-sm text-muted tabular-nums">{fileSize(file.size)}</span>
          <IconButton
            label={`Remove ${file.name}`}
            icon={X}
            size="sm"
            onClick={() => onRemove(key)}
          />
        </li>
      ))}
    </ul>
  );
}

interface DestinationProps {
  choices: Choices;
  destination: Destination;
  onChange: (next: Partial<Destination>) => void;
}

function DestinationFields({ choices, destination, onChange }: DestinationProps) {
  const { cabinet, store, type, links } = destination;
  const place = (next: string) => choices.writable.find((one) => one === next) ?? cabinet;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Cabinet"
          options={cabinetOptions(choices.writable)}
          value={cabinet}
          onChange={({ target }) =>
            onChange({
              cabinet: place(target.value),
              type: null,
              store: store ?? choices.stores[0] ?? null,
            })
          }
        />
        <SelectField
          label="Store"
          options={storeOptions(cabinet, choices.stores)}
          value={store ?? ''}
          onChange={({ target }) =>
            onChange({ store: choices.stores.find((one) => one === target.value) ?? null })
          }
        />
        <SelectField
          label="Type"
          options={[{ value: later, label: 'Choose later' }, ...typeOptions(cabinet)]}
          value={type ?? later}
          hint={type === null ? 'Waits in the inbox to be filed' : undefined}
          onChange={({ target }) => onChange({ type: target.value || null })}
        />
      </div>
      <LinkField links={links} cabinet={cabinet} onChange={(next) => onChange({ links: next })} />
    </>
  );
}
