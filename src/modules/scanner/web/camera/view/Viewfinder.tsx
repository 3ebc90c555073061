import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import type { Decoder } from '../../decoding/decoder.ts';
import type { CameraScans } from '../../useCameraScans.ts';
import { cameraProblemTexts } from '../problems.ts';
import { boxClasses, Live } from './Live.tsx';
import { StartPanel } from './StartPanel.tsx';

interface Props {
  scans: CameraScans;
  decoder: Decoder;
  onStart: () => void;
  /** A result is shown and needs the space. */
  compact: boolean;
}

/** The camera preview, its start button, or the problem that prevents it. */
export function Viewfinder({ scans, decoder, onStart, compact }: Props) {
  const { state, stop } = scans.camera;
  if (state.phase === 'on') {
    return <Live scans={scans} decoder={decoder} state={state} key={state.stream.id} />;
  }
  if (state.phase === 'starting' || state.phase === 'paused') {
    return (
      <div className="flex flex-col gap-2">
        <div className={`${boxClasses} items-center justify-center bg-sunken`}>
          <Spinner label="Starting camera" />
          <p className="mt-3 text-sm text-muted">Allow camera access if the browser asks.</p>
        </div>
        <Button onClick={stop}>Cancel</Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <StartPanel
        compact={compact}
        onStart={() => {
          onStart();
          scans.start();
        }}
      />
      {state.phase === 'failed' && (
        <Notice tone="warning" live>
          {cameraProblemTexts[state.problem]}
        </Notice>
      )}
    </div>
  );
}
