/** Who turned pushes on in this browser: somebody else who signs in here has not. */
const ownerKey = 'forecourt:push-owner';

export function isOwner(userId: number): boolean {
  try {
    return localStorage.getItem(ownerKey) === String(userId);
  } catch {
    // A browser that keeps nothing keeps no owner either.
    return false;
  }
}

export function setOwner(userId: number | null): void {
  if (userId === null) localStorage.removeItem(ownerKey);
  else localStorage.setItem(ownerKey, String(userId));
}
