import { comparableUnits, type MeasuringUnit, measureText, parseDecimal, unitPrice } from '@vitrine/pricing'
import { money } from '../../orders/sums.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { fullPriceOf, measureOf, type ProductValues, readFigure, type Wrong } from './values.ts'

interface UnitPriceProps {
  values: ProductValues
  wrong: Wrong
  disabled: boolean
  currency: string
  onChange: (change: Partial<ProductValues>) => void
}

const kinds: readonly { readonly name: string; readonly unit: MeasuringUnit; readonly usual: readonly [string, MeasuringUnit] }[] = [
  { name: 'Weight', unit: 'G', usual: ['100', 'G'] },
  { name: 'Volume', unit: 'ML', usual: ['100', 'ML'] },
  { name: 'Length', unit: 'M', usual: ['1', 'M'] },
  { name: 'Area', unit: 'SQM', usual: ['1', 'SQM'] },
]
const symbol = (unit: string) => measureText(1, unit, 'en')
const kindOf = (unit: string) => kinds.find((kind) => comparableUnits(kind.unit).some((one) => one === unit))

/** What is paid at present for the base quantity, as shoppers read it. */
function example(values: ProductValues, currency: string): string | undefined {
  const full = fullPriceOf(values)
  const paid = values.percent === '' ? (readFigure(values.price) ?? 0) : full * (1 - (readFigure(values.percent) ?? 0) / 100)
  const places = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const amount = unitPrice(parseDecimal(paid.toFixed(places), currency), measureOf(values))
  if (amount === undefined || amount === 0) return undefined
  return `Shoppers read ${money((amount / 10 ** places).toFixed(places), currency)} / ${measureText(readFigure(values.perQuantity) ?? 0, values.perUnit, 'en')}.`
}

/** How much there is in a product, and of how much its price is said beside it, as the law asks of what is sold by measure. */
export function UnitPrice({ values, wrong, disabled, currency, onChange }: UnitPriceProps) {
  const { containsUnit, perUnit } = values
  const isMeasured = containsUnit !== ''
  const choose = (unit: string) => {
    const [before, now] = [kindOf(containsUnit), kindOf(unit)]
    if (!now) return onChange({ containsUnit: '', contains: '', perQuantity: '', perUnit: '' })
    onChange({ containsUnit: unit, ...(before !== now && { perQuantity: now.usual[0], perUnit: now.usual[1] }) })
  }
  const shown = isMeasured ? example(values, currency) : undefined
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Unit price</h2>
      </header>
      <div className="grid2">
        {isMeasured && (
          <TextField
            label="Contents"
            end
            inputMode="decimal"
            disabled={disabled}
            value={values.contains}
            error={wrong.contains}
            onChange={({ target }) => onChange({ contains: target.value })}
          />
        )}
        <SelectField
          label={isMeasured ? 'Unit' : 'Sold by measure'}
          disabled={disabled}
          value={containsUnit}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">No</option>
          {kinds.map(({ name, unit }) => (
            <optgroup key={name} label={name}>
              {comparableUnits(unit).map((each) => (
                <option key={each} value={each}>
                  {symbol(each)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        {isMeasured && (
          <>
            <TextField
              label="Price per"
              end
              inputMode="decimal"
              disabled={disabled}
              value={values.perQuantity}
              error={wrong.perQuantity}
              onChange={({ target }) => onChange({ perQuantity: target.value })}
            />
            <SelectField
              label="Unit of the price"
              disabled={disabled}
              value={perUnit}
              onChange={({ target }) => onChange({ perUnit: target.value })}
            >
              {comparableUnits(containsUnit).map((each) => (
                <option key={each} value={each}>
                  {symbol(each)}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </div>
      {shown && (
        <p className="hint" style={{ marginBlockStart: 6 }}>
          {shown}
        </p>
      )}
    </section>
  )
}
