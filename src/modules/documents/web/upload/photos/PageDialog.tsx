import { Camera, Maximize, RotateCw, ScanLine } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { CornerField } from './CornerField.tsx';
import { type Corners, turned, wholePhoto } from './geometry.ts';
import type { OpenedPhoto } from './messages.ts';
import { photoTypes } from './photoReader.ts';
import type { PageCut } from './usePhotoPages.ts';

interface Props {
  /** `page 2`. */
  name: string;
  photo: OpenedPhoto;
  cut: PageCut;
  onClose: () => void;
  onSave: (cut: PageCut) => void;
  onRetake: (file: File) => void;
}

/** Where the page lies in its photo, how it is turned, and whether it is made easier to read. */
export function PageDialog({ name, photo, cut, onClose, onSave, onRetake }: Props) {
  const camera = useRef<HTMLInputElement>(null);
  const [corners, setCorners] = useState(cut.corners);
  const [turns, setTurns] = useState(cut.turns);
  const [isReadable, setReadable] = useState(cut.isReadable);
  const isDirty = corners !== cut.corners || turns !== cut.turns || isReadable !== cut.isReadable;
  /** Corners of the photo as it was taken, in the order in which the page is read now. */
  const asRead = (taken: Corners) => {
    let read = taken;
    for (let turn = 0; turn < turns; turn += 1) read = turned(read);
    return read;
  };
  const { corners: found } = photo;
  return (
    <FormDialog
      size="lg"
      title={`Adjust ${name}`}
      description="Drag the corners to those of the page, or move them with the arrow keys."
      verb="Apply"
      pending={false}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={() => onSave({ corners, turns, isReadable })}
    >
      <CornerField picture={photo.picture} turns={turns} corners={corners} onChange={setCorners} />
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          onClick={() => {
            setCorners(turned(corners));
            setTurns((turns + 1) % 4);
          }}
        >
          <RotateCw aria-hidden="true" />
          Turn
        </Button>
        {found && (
          <Button onClick={() => setCorners(asRead(found))}>
            <ScanLine aria-hidden="true" />
            Found page
          </Button>
        )}
        <Button onClick={() => setCorners(asRead(wholePhoto))}>
          <Maximize aria-hidden="true" />
          Whole photo
        </Button>
        <Button onClick={() => camera.current?.click()}>
          <Camera aria-hidden="true" />
          Retake
        </Button>
      </div>
      <Checkbox
        label="Whiten the paper and remove shadows"
        checked={isReadable}
        onCheckedChange={setReadable}
      />
      <input
        ref={camera}
        type="file"
        accept={photoTypes}
        capture="environment"
        hidden
        aria-label={`New photo of ${name}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onRetake(file);
        }}
      />
    </FormDialog>
  );
}
