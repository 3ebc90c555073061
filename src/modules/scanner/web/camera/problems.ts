export type CameraProblem =
  | 'insecure'
  | 'unsupported'
  | 'refused'
  | 'none'
  | 'busy'
  | 'lost'
  | 'unreadable'
  | 'failed';

const alternatives = 'Type the code, use a hand scanner, or scan an image instead.';

export const cameraProblemTexts: Record<CameraProblem, string> = {
  insecure: `The camera requires https. ${alternatives}`,
  unsupported: `This browser can’t access a camera. ${alternatives}`,
  refused: `The camera is blocked for this site. Allow it in the browser’s site settings, or ${lower(alternatives)}`,
  none: `No camera found on this device. ${alternatives}`,
  busy: `Another app is using the camera. Close it and try again, or ${lower(alternatives)}`,
  lost: 'The camera was disconnected. Reconnect it and try again.',
  unreadable:
    'Couldn’t load the barcode reader. Check your connection and try again, or type the code.',
  failed: `Couldn’t start the camera. ${alternatives}`,
};

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const byErrorName: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
};

/** The problem behind an error of `getUserMedia`. */
export function problemOf(error: unknown): CameraProblem {
  return (error instanceof Error && byErrorName[error.name]) || 'failed';
}

/** A problem that rules out the camera before permission is requested. */
export function obstacle(): CameraProblem | null {
  if (!window.isSecureContext) return 'insecure';
  return navigator.mediaDevices ? null : 'unsupported';
}
