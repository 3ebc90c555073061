import { lastLoginText } from '../rules/lastLogin.ts';

/** The last sign-in; the exact time on hover. */
export function LastLoginCell({ lastLogin }: { lastLogin: string | null | undefined }) {
  const { text, exact } = lastLoginText(lastLogin, new Date());
  if (!exact) return <span className="text-sm text-muted">{text}</span>;
  return (
    <time dateTime={lastLogin ?? undefined} title={exact} className="text-sm text-text">
      {text}
    </time>
  );
}
