import { type Theme, themes, useTheme } from '../../../../platform/web/theme/theme.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Section } from '../Section.tsx';

/** The color theme of this browser. */
export function ThemeSection() {
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
