import type { Platform } from '../../../../platform/server/platform.ts';
import type { Sealed, Secrets } from '../../../../platform/server/secrets/secrets.ts';

type Keys = { secrets: Pick<Secrets, 'seal' | 'open'> };

const contextOf = (userId: number) => `kiosk-pin:${userId}`;

/** The hash of a PIN, encrypted for its owner, as JSON. */
export const sealPinHash = ({ secrets }: Keys, userId: number, hash: string): string =>
  JSON.stringify(secrets.seal(hash, contextOf(userId)));

/** Throws `unavailable` if the server lacks the key. */
export const openPinHash = (
  { secrets }: Pick<Platform, 'secrets'>,
  userId: number,
  sealed: Sealed,
): string => secrets.open(sealed, contextOf(userId));
