import { permits } from '../../../platform/contract/access.ts';
import { type Theme, themes, useTheme } from '../../../platform/web/theme/theme.ts';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { PinForm } from '../../kiosk/web/public.ts';
import { toolAccess } from '../../time-clock/contract.ts';
import { PhotoSection } from './picture/PhotoSection.tsx';
import { NameRequests } from './profile/NameRequests.tsx';
import { NameSection } from './profile/NameSection.tsx';
import { PasswordSection } from './profile/PasswordSection.tsx';
import { SessionsSection } from './profile/SessionsSection.tsx';
import { StatusSection } from './profile/StatusSection.tsx';
import { Section } from './Section.tsx';

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
}

/** The user's own settings. */
export default function SettingsPage({ user, title, subtitle }: Props) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <div className="@container mx-auto max-w-[80rem] divide-y divide-border px-4 pb-10 md:px-6">
        <h2 className="sr-only">Profile</h2>
        <PhotoSection user={user} />
        <NameSection user={user} />
        <NameRequests />
        <StatusSection user={user} />
        <PasswordSection user={user} />
        {permits(toolAccess, user) && (
          <Section title="Kiosk PIN" description="For clocking in and out at a shared device.">
            <PinForm />
          </Section>
        )}
        <SessionsSection />
        <ThemeSection />
      </div>
    </>
  );
}

/** The color theme of this browser. */
function ThemeSection() {
  const [theme, setTheme] = useTheme();
  return (
    <Section title="Theme" description="For this browser only. Auto follows your system.">
      <SelectField
        label="Theme"
        labelHidden
        options={themes}
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
      />
    </Section>
  );
}
