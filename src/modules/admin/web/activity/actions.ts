const names: Record<string, string> = {
  'user.created': 'Created',
  'user.updated': 'Changed',
  'user.role_changed': 'Role changed',
  'user.permissions_changed': 'Permissions changed',
  'user.enabled': 'Enabled',
  'user.disabled': 'Disabled',
  'user.deleted': 'Deleted',
  'user.password_reset': 'Password reset by an administrator',
  'user.registered': 'Registered',
  'user.approved': 'Registration approved',
  'user.declined': 'Registration declined',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset by mail',
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.ended': 'Session ended',
  'session.left': 'Signed out',
  'avatar.set': 'Picture set',
  'avatar.removed': 'Picture removed',
};

export const actionOptions = Object.entries(names).map(([value, label]) => ({ value, label }));

/** What was done, in words; an action nobody named yet reads as it is written. */
export function actionName(action: string): string {
  return names[action] ?? action.replace(/[._]/g, ' ');
}
