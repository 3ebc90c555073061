/** What is wrong with a password chosen twice; both undefined when it may be sent. */
export function checkNewPassword(password: string, again: string) {
  return {
    password: password.length < 8 ? 'Password must be at least 8 characters' : undefined,
    again: password !== again ? 'Passwords do not match' : undefined,
  };
}
