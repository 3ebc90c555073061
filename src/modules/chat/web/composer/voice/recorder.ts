import { fileStamp } from '../../../../../platform/web/files/incoming.ts';
import type { VoiceNote } from '../../state/session/drafts/uploads.ts';

/** The first format the browser supports is used. */
const kinds = [
  { mimeType: 'audio/webm;codecs=opus', extension: 'webm' },
  { mimeType: 'audio/mp4', extension: 'm4a' },
  { mimeType: 'audio/ogg;codecs=opus', extension: 'ogg' },
] as const;
const bitsPerSecond = 32_000;

export interface Recording {
  startedAt: number;
  /** The current loudness, 0 to 1. */
  level(): number;
  stop(): Promise<VoiceNote>;
  cancel(): void;
  /** Called when the microphone is disconnected. */
  onEnded(act: () => void): void;
}

const supportedKind = () => kinds.find(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType));

export function canRecord(): boolean {
  // The server draws it, as nearly every browser can.
  if (typeof window === 'undefined') return true;
  return (
    typeof MediaRecorder === 'function' &&
    typeof navigator.mediaDevices?.getUserMedia === 'function' &&
    supportedKind() !== undefined
  );
}

/** Requests the microphone and starts recording. Throws what `getUserMedia` throws. */
export async function record(): Promise<Recording> {
  const kind = supportedKind();
  if (!kind) throw new DOMException('Recording is not supported', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const { mimeType, extension } = kind;
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data));
  const meter = createMeter(stream);
  const startedAt = performance.now();
  let endedAt = 0;
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
    meter.close();
  };
  recorder.addEventListener('stop', () => {
    endedAt = performance.now();
    release();
  });
  recorder.start();

  return {
    startedAt,
    level: meter.level,
    stop: () =>
      new Promise((resolve) => {
        const finish = () => {
          const type = mimeType.replace(/;.*/, '');
          const name = `Voice note ${fileStamp(new Date())}.${extension}`;
          const file = new File(parts, name, { type });
          resolve({ file, durationMs: Math.max(1, Math.round(endedAt - startedAt)) });
        };
        if (recorder.state === 'inactive') return finish();
        recorder.addEventListener('stop', finish);
        recorder.stop();
      }),
    cancel: () => (recorder.state === 'inactive' ? release() : recorder.stop()),
    onEnded: (act) => stream.getAudioTracks()[0]?.addEventListener('ended', act),
  };
}

function createMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Perceived loudness is closer to a root of the power.
      return Math.min(1, Math.sqrt(power) ** 0.5 * 1.6);
    },
    close: () => void context.close(),
  };
}

/** The error message when the microphone is unavailable. */
export function microphoneSentence(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'Microphone access is blocked. Allow it in the browser’s address bar, then try again.';
  }
  if (name === 'NotFoundError') return 'No microphone found on this device.';
  if (name === 'NotReadableError') return 'Another app is using the microphone.';
  return 'Couldn’t start recording. Try again.';
}
