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

/** Controls while the camera is on. */
export function Controls({ scans: { camera, preferences, setPreferences }, state }: Props) {
  const { stream, cameras, cameraId } = state;
  const [track] = stream.getVideoTracks();
  const Sound = preferences.sound ? Volume2 : VolumeX;
  return (
    <>
      <Switch
        label="Keep scanning"
        hint="Continue to the next code automatically, for a row of vehicles or a shelf."
        className="max-w-md"
        checked={preferences.keepsOn}
        onCheckedChange={(keepsOn) => setPreferences({ keepsOn })}
      />
      <div className="flex flex-wrap items-end gap-2">
        <Button variant="primary" className="min-w-28 flex-1" onClick={camera.stop}>
          <Square aria-hidden="true" />
          Stop
        </Button>
        <Button
          aria-pressed={preferences.sound}
          onClick={() => setPreferences({ sound: !preferences.sound })}
        >
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
            label="Zoom"
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
  /** The icons while off and while on. */
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
          // Another app is using the camera, so the setting stays unchanged.
          () => {},
        )
      }
    >
      <Icon aria-hidden="true" />
      {label}
    </Button>
  );
}
