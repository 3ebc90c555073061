/** The problems of a password typed twice; both undefined if it is valid. */
export function checkNewPassword(password: string, again: string) {
  return {
    password: password.length < 8 ? 'Password must be at least 8 characters' : undefined,
    again: password !== again ? 'Passwords do not match' : undefined,
  };
}
