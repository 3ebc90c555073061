export type CameraProblem =
  | 'insecure'
  | 'unsupported'
  | 'refused'
  | 'none'
  | 'busy'
  | 'lost'
  | 'unreadable'
  | 'failed';

const otherwise = 'Type the code, use a hand scanner, or read a picture instead.';

export const cameraSentences: Record<CameraProblem, string> = {
  insecure: `The camera works only over https. ${otherwise}`,
  unsupported: `This browser gives no access to a camera. ${otherwise}`,
  refused: `The camera is blocked for this site. Allow it in the browser’s site settings, or ${lower(otherwise)}`,
  none: `No camera was found on this device. ${otherwise}`,
  busy: `Another program is using the camera. Close it and start again, or ${lower(otherwise)}`,
  lost: 'The camera was disconnected. Connect it and start again.',
  unreadable: `The barcode reader could not be loaded. Check the connection and start again, or type the code.`,
  failed: `The camera could not be started. ${otherwise}`,
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

/** What went wrong when the browser was asked for the camera. */
export function problemOf(error: unknown): CameraProblem {
  return (error instanceof Error && byErrorName[error.name]) || 'failed';
}

/** What stands in the way before anybody is asked. */
export function obstacle(): CameraProblem | null {
  if (!window.isSecureContext) return 'insecure';
  return navigator.mediaDevices ? null : 'unsupported';
}
