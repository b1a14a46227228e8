import type { LookColors, LookContrast } from '@vitrine/contract'
import { Check } from '../parts/field.tsx'
import { ColorField } from './color-field.tsx'
import type { Draft } from './draft.ts'

interface ColorsProps {
  of: Draft['colors']
  /** Which of the themes is edited, and shown beside. */
  theme: 'light' | 'dark'
  contrast: readonly LookContrast[]
  /** What the dark theme is made to, of the light colours as they are now. */
  derived: LookColors
  disabled: boolean
  onTheme: (theme: 'light' | 'dark') => void
  onChange: (colors: Draft['colors']) => void
}

/** Paper, ink and accent of both themes; all other roles are made from them. */
export function Colors({ of, theme, contrast, derived, disabled, onTheme, onChange }: ColorsProps) {
  const isDerived = theme === 'dark' && of.darkIsDerived
  const shown = isDerived ? derived : of[theme]
  const faint = (color: LookContrast['color']) => contrast.find((one) => one.theme === theme.toUpperCase() && one.color === color)
  const set = (part: Partial<LookColors>) => onChange({ ...of, [theme]: { ...shown, ...part } })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Colours</h2>
        <div className="acts">
          <div className="seg" role="group" aria-label="Theme">
            {(['light', 'dark'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={theme === one} onClick={() => onTheme(one)}>
                {one === 'light' ? 'Light' : 'Dark'}
              </button>
            ))}
          </div>
        </div>
      </header>
      <div className="stack-s">
        {theme === 'dark' && (
          <Check
            checked={of.darkIsDerived}
            disabled={disabled}
            hint="The same hues, with a contrast of 4.5 : 1 at least."
            onChange={({ target }) => onChange({ ...of, darkIsDerived: target.checked, dark: target.checked ? of.dark : derived })}
          >
            Made from the light colours
          </Check>
        )}
        <div className="grid2">
          <ColorField label="Paper" value={shown.paper} disabled={disabled || isDerived} onChange={(paper) => set({ paper })} />
          <ColorField
            label="Ink"
            value={shown.ink}
            disabled={disabled || isDerived}
            faint={faint('INK')}
            onChange={(ink) => set({ ink })}
          />
          <ColorField
            label="Accent"
            value={shown.accent}
            disabled={disabled || isDerived}
            faint={faint('ACCENT')}
            onChange={(accent) => set({ accent })}
          />
        </div>
      </div>
    </section>
  )
}
