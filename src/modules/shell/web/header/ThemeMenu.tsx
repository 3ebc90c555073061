import { SunMoon } from 'lucide-react';
import { type Theme, themes, useTheme } from '../../../../platform/web/theme/theme.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';

/** Selects the theme of this browser. */
export function ThemeMenu() {
  const [theme, setTheme] = useTheme();
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label="Theme" icon={SunMoon} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
          {themes.map(({ value, label }) => (
            <MenuRadioItem key={value} value={value}>
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
