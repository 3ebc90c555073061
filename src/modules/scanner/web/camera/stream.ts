/** Large enough for a VIN in Code 39 at arm's length. */
const resolution = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/** Opens the chosen camera, otherwise the one at the back. A camera that has gone gives way to another. */
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

/** The cameras there are; their names are told only once one of them may be used. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Camera ${at + 1}` }));
}

// Torch and zoom are in no library of types yet.
type Light = { torch?: boolean };
type Zoom = { zoom?: number };

export function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const able = track?.getCapabilities?.() as Light | undefined;
  return able?.torch === true;
}

export async function setTorch(track: MediaStreamTrack | undefined, on: boolean): Promise<void> {
  const constraint: Light = { torch: on };
  await track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
}

/** Whether the camera can bring small codes twice as near. */
export function canZoom(track: MediaStreamTrack | undefined): boolean {
  const able = track?.getCapabilities?.() as { zoom?: { max?: number } } | undefined;
  return (able?.zoom?.max ?? 0) >= 2;
}

export async function setZoom(track: MediaStreamTrack | undefined, zoom: 1 | 2): Promise<void> {
  const constraint: Zoom = { zoom };
  await track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
}
