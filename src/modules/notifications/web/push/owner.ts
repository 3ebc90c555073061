/** The user who turned on pushes in this browser; others who sign in here have not. */
const ownerKey = 'forecourt:push-owner';

export function isOwner(userId: number): boolean {
  try {
    return localStorage.getItem(ownerKey) === String(userId);
  } catch {
    // Storage is not available, so there is no owner.
    return false;
  }
}

export function setOwner(userId: number | null): void {
  if (userId === null) localStorage.removeItem(ownerKey);
  else localStorage.setItem(ownerKey, String(userId));
}
