import {
  Flashlight,
  FlashlightOff,
  type LucideIcon,
  Square,
  Volume2,
  VolumeX,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../../platform/web/ui/Switch.tsx';
import type { CameraScans } from '../../useCameraScans.ts';
import { canZoom, hasTorch, setTorch, setZoom } from '../stream.ts';
import type { RunningCamera } from '../useCamera.ts';

interface Props {
  scans: CameraScans;
  state: RunningCamera;
}

/** What one can do while the camera looks. */
export function Controls({ scans: { camera, manner, setManner }, state }: Props) {
  const { stream, cameras, cameraId } = state;
  const [track] = stream.getVideoTracks();
  const Sound = manner.sound ? Volume2 : VolumeX;
  return (
    <>
      <Switch
        label="Keep scanning"
        hint="Goes on to the next code by itself, for a row of cars or a shelf."
        className="max-w-md"
        checked={manner.keepsOn}
        onCheckedChange={(keepsOn) => setManner({ keepsOn })}
      />
      <div className="flex flex-wrap items-end gap-2">
        <Button variant="primary" className="min-w-28 flex-1" onClick={camera.stop}>
          <Square aria-hidden="true" />
          Stop
        </Button>
        <Button aria-pressed={manner.sound} onClick={() => setManner({ sound: !manner.sound })}>
          <Sound aria-hidden="true" />
          Sound
        </Button>
        {hasTorch(track) && (
          <Toggle
            icons={[Flashlight, FlashlightOff]}
            label="Light"
            turn={(on) => setTorch(track, on)}
          />
        )}
        {canZoom(track) && (
          <Toggle
            icons={[ZoomIn, ZoomOut]}
            label="Closer"
            turn={(on) => setZoom(track, on ? 2 : 1)}
          />
        )}
        {cameras.length > 1 && (
          <SelectField
            className="min-w-40 flex-1"
            label="Camera"
            labelHidden
            value={cameraId ?? ''}
            options={cameras.map(({ id, label }) => ({ value: id, label }))}
            onChange={(event) => camera.start(event.target.value)}
          />
        )}
      </div>
    </>
  );
}

interface ToggleProps {
  /** While it is off, and while it is on. */
  icons: readonly [LucideIcon, LucideIcon];
  label: string;
  turn: (on: boolean) => Promise<void>;
}

function Toggle({ icons, label, turn }: ToggleProps) {
  const [on, setOn] = useState(false);
  const Icon = icons[on ? 1 : 0];
  return (
    <Button
      aria-pressed={on}
      onClick={() =>
        void turn(!on).then(
          () => setOn(!on),
          // The camera belongs to another program just now: it stays as it is.
          () => {},
        )
      }
    >
      <Icon aria-hidden="true" />
      {label}
    </Button>
  );
}
