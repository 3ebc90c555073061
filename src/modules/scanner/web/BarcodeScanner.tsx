import { clsx } from 'clsx';
import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../platform/web/ui/Notice.tsx';
import { useCurrentUser } from '../../access/web/public.ts';
import type { ScanSource } from '../contract/kinds.ts';
import { Viewfinder } from './camera/view/Viewfinder.tsx';
import type { Code } from './decoding/code.ts';
import { openDecoder } from './decoding/decoder.ts';
import { ScanField } from './field/ScanField.tsx';
import { useImages } from './field/useImages.ts';
import { useWedge } from './field/wedge.ts';
import { RecentScans } from './recent/RecentScans.tsx';
import { Choices } from './result/Choices.tsx';
import { ResultPanel } from './result/ResultPanel.tsx';
import { useScans } from './state/useScans.ts';
import { useCameraScans } from './useCameraScans.ts';
import { useScanner } from './useScanner.ts';

/** Reads VINs and shelf labels by camera, hand scanner, keyboard or image file. */
export function BarcodeScanner() {
  const user = useCurrentUser();
  return user ? <Scanner key={user.id} userId={user.id} /> : null;
}

function Scanner({ userId }: { userId: number }) {
  const tool = useRef<HTMLDivElement>(null);
  const scans = useScans(userId);
  const scanner = useScanner(scans);
  const [decoder] = useState(openDecoder);
  useEffect(() => () => decoder.close(), [decoder]);
  const [choice, setChoice] = useState<{ codes: Code[]; taken: Set<Code> }>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused Stop button disappears with the camera, so focus moves to the result.
  const [cameraReads, setCameraReads] = useState(0);
  useEffect(() => {
    if (cameraReads > 0) heading.current?.focus();
  }, [cameraReads]);

  const pictures = useImages({
    tool,
    decoder,
    onCodes(codes) {
      const [only] = codes;
      setChoice(codes.length > 1 ? { codes, taken: new Set() } : undefined);
      if (only && codes.length === 1) scanner.takeCode(only, 'file');
    },
  });
  const take = (text: string, source: ScanSource) => {
    setChoice(undefined);
    pictures.clearProblem();
    scanner.take({ text, format: null, source });
  };
  useWedge(tool, (text) => take(text, 'scanner'));
  const cameraScans = useCameraScans((code, continues) => {
    setChoice(undefined);
    scanner.takeCode(code, 'camera');
    if (!continues) setCameraReads((times) => times + 1);
  });

  return (
    <div
      ref={tool}
      {...pictures.dropping}
      className={clsx('@container rounded-md', pictures.over && 'outline-2 outline-focus')}
    >
      <h3 className="mb-4 text-lg font-semibold text-text">Barcode Scanner</h3>
      <div className="grid gap-x-8 gap-y-6 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Viewfinder
            scans={cameraScans}
            decoder={decoder}
            compact={scanner.shown.what !== 'nothing' || choice !== undefined}
            onStart={() => {
              scanner.clear();
              setChoice(undefined);
            }}
          />
          <ScanField onRead={take} />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <ImageButton pending={pictures.pending} onFile={pictures.read} />
            <p className="text-sm text-muted touch:hidden">or drop or paste an image here</p>
          </div>
          {pictures.problem && (
            <Notice tone="warning" live>
              {pictures.problem}
            </Notice>
          )}
          {choice && (
            <Choices
              {...choice}
              onTake={(code) => {
                setChoice({ ...choice, taken: new Set([...choice.taken, code]) });
                scanner.takeCode(code, 'file');
              }}
            />
          )}
          <p role="status" className="sr-only">
            {scanner.announcement}
          </p>
          <ResultPanel scanner={scanner} scans={scans} headingRef={heading} />
        </div>
        <RecentScans
          scans={scans}
          shownId={scanner.shown.what === 'scan' ? scanner.shown.scan.id : undefined}
          onShow={scanner.show}
        />
      </div>
    </div>
  );
}

interface ImageButtonProps {
  pending: boolean;
  onFile: (file: File) => void;
}

/** Chooses an image file; on a phone also takes a new one. */
function ImageButton({ pending, onFile }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button pending={pending} pendingLabel="Scanning…" onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        Scan an image
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Barcode image"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </>
  );
}
