/** Large enough for a VIN in Code 39 at arm's length. */
const resolution = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/** Opens the chosen camera, or the rear one; falls back to another if the chosen one is gone. */
export async function openStream(deviceId?: string): Promise<MediaStream> {
  const video = deviceId
    ? { ...resolution, deviceId: { ideal: deviceId } }
    : { ...resolution, facingMode: { ideal: 'environment' } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export interface CameraChoice {
  id: string;
  label: string;
}

/** The available cameras; browsers reveal labels only after permission is granted. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Camera ${at + 1}` }));
}

// TypeScript’s DOM types do not include torch and zoom yet.
type Torch = { torch?: boolean };
type Zoom = { zoom?: number };

export function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities = track?.getCapabilities?.() as Torch | undefined;
  return capabilities?.torch === true;
}

export async function setTorch(track: MediaStreamTrack | undefined, on: boolean): Promise<void> {
  const constraint: Torch = { torch: on };
  await track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
}

/** Whether the camera supports 2× zoom. */
export function canZoom(track: MediaStreamTrack | undefined): boolean {
  const capabilities = track?.getCapabilities?.() as { zoom?: { max?: number } } | undefined;
  return (capabilities?.zoom?.max ?? 0) >= 2;
}

export async function setZoom(track: MediaStreamTrack | undefined, zoom: 1 | 2): Promise<void> {
  const constraint: Zoom = { zoom };
  await track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
}
