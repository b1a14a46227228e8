import type { LookFont } from '@vitrine/contract'
import { SelectField } from '../parts/field.tsx'
import type { Draft } from './draft.ts'

const serifs = { FRAUNCES: 'Fraunces', NEWSREADER: 'Newsreader', INSTRUMENT_SERIF: 'Instrument Serif' } as const
const sans = { INSTRUMENT_SANS: 'Instrument Sans', INTER: 'Inter', ARCHIVO: 'Archivo' } as const
/** Drawn for headlines alone. */
const notForText: ReadonlySet<string> = new Set(['INSTRUMENT_SERIF'])

const Fonts = ({ of }: { of: Partial<Record<LookFont, string>> }) =>
  Object.entries(of).map(([font, name]) => (
    <option key={font} value={font}>
      {name}
    </option>
  ))

interface TypeProps {
  of: Pick<Draft, 'fonts' | 'corners' | 'spacing' | 'mark' | 'swatch'>
  disabled: boolean
  onChange: (part: Partial<TypeProps['of']>) => void
}

/** Typefaces, and the shape of what stands on a page. */
export function Type({ of: { fonts, corners, spacing, mark, swatch }, disabled, onChange }: TypeProps) {
  const textFonts = Object.fromEntries(Object.entries({ ...sans, ...serifs }).filter(([font]) => !notForText.has(font)))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Fonts and shapes</h2>
      </header>
      <div className="grid2">
        <SelectField
          label="Headlines"
          disabled={disabled}
          value={fonts.display}
          onChange={({ target }) => onChange({ fonts: { ...fonts, display: target.value as LookFont } })}
        >
          <optgroup label="Serif">
            <Fonts of={serifs} />
          </optgroup>
          <optgroup label="Sans serif">
            <Fonts of={sans} />
          </optgroup>
        </SelectField>
        <SelectField
          label="Text"
          hint="Łódź, Yıldız, Győr: all there"
          disabled={disabled}
          value={fonts.text}
          onChange={({ target }) => onChange({ fonts: { ...fonts, text: target.value as LookFont } })}
        >
          <Fonts of={textFonts} />
        </SelectField>
        <SelectField
          label="Corners"
          disabled={disabled}
          value={corners}
          onChange={({ target }) => onChange({ corners: target.value as Draft['corners'] })}
        >
          <option value="SHARP">Sharp</option>
          <option value="SOFT">Soft, 2 px</option>
          <option value="ROUND">Round, 6 px</option>
        </SelectField>
        <SelectField
          label="Spacing"
          disabled={disabled}
          value={spacing}
          onChange={({ target }) => onChange({ spacing: target.value as Draft['spacing'] })}
        >
          <option value="COMPACT">Compact</option>
          <option value="GENEROUS">Generous</option>
        </SelectField>
        <SelectField
          label="Icon"
          hint="In the browser’s tab and on home screens."
          disabled={disabled}
          value={mark}
          onChange={({ target }) => onChange({ mark: target.value as Draft['mark'] })}
        >
          <option value="SUN">Half sun</option>
          <option value="DIAL">Ring</option>
        </SelectField>
        <SelectField
          label="Colours of products"
          disabled={disabled}
          value={swatch}
          onChange={({ target }) => onChange({ swatch: target.value as Draft['swatch'] })}
        >
          <option value="PLAIN">Plain disc</option>
          <option value="DIPPED">Dipped glaze</option>
        </SelectField>
      </div>
    </section>
  )
}
