import type { Collection, TaxGroup } from '@vitrine/contract'
import { isGtin } from '@vitrine/pricing'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Radio, SelectField, TextField } from '../../parts/field.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Spark } from '../../parts/spark.tsx'
import type { RecentSales, RuledCollection, WishlistCount } from './loaded.ts'
import { UnitPrice } from './unit-price.tsx'
import { collectionsIn, type ProductValues, readFigure, type Wrong, written } from './values.ts'

interface RailProps {
  values: ProductValues
  wrong: Wrong
  disabled: boolean
  collections: readonly Collection[]
  /** None where the reader may not see taxes. */
  taxGroups: readonly TaxGroup[]
  ribbons: readonly string[]
  brands: readonly string[]
  ruled: readonly RuledCollection[]
  /** Of the last thirty days; none of a new product. */
  sales: RecentSales | undefined
  wishlistCount: WishlistCount | undefined
  /** ISO 4217. */
  currency: string
  currencySign: string
  weightUnit: string
  hasOptions: boolean
  onChange: (change: Partial<ProductValues>) => void
}

function marginOf({ price, percent, cost }: ProductValues): string {
  const [full, spent, off] = [readFigure(price), readFigure(cost), readFigure(percent) ?? 0]
  if (!full || spent === undefined) return '–'
  const paid = full * (1 - off / 100)
  return paid <= 0 ? '–' : `${Math.round(((paid - spent) / paid) * 100)} %`
}

/** What stands beside a product's words: whether it shows, what it costs, where it belongs. */
export function Rail({
  values,
  wrong,
  disabled,
  collections,
  taxGroups,
  ribbons,
  brands,
  ruled,
  sales,
  wishlistCount,
  currency,
  currencySign,
  weightUnit,
  hasOptions,
  onChange,
}: RailProps) {
  const id = useId()
  const isShown = values.visible === 'yes'
  const bind = (field: 'price' | 'compareAt' | 'percent' | 'cost' | 'weight' | 'sku' | 'barcode' | 'mpn' | 'brand' | 'ribbon') => ({
    disabled,
    value: values[field],
    error: wrong[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  const hasPercent = values.percent !== ''
  return (
    <aside className="rail" aria-label="Settings of this product">
      <section className="sec">
        <header className="sec-h">
          <h2>On show</h2>
          <div className="acts">
            <Status glyph={isShown ? 'd-full' : 'd-open'} tone="done">
              {isShown ? 'Shown' : 'Hidden'}
            </Status>
          </div>
        </header>
        <div className="stack-s" role="radiogroup" aria-label="On show">
          <Radio name="visible" checked={isShown} disabled={disabled} onChange={() => onChange({ visible: 'yes' })}>
            Shown
          </Radio>
          <Radio
            name="visible"
            checked={!isShown}
            disabled={disabled}
            onChange={() => onChange({ visible: '' })}
            hint="Only the shop’s people see it."
          >
            Hidden
          </Radio>
        </div>
      </section>
      {sales && (
        <section className="sec">
          <header className="sec-h">
            <h2>Last 30 days</h2>
          </header>
          <p className="big">{`${sales.in30Days.toLocaleString('en-GB')} sold`}</p>
          <div className="sparkbox">
            <Spark of={sales.byTwoDays} />
          </div>
          {wishlistCount && wishlistCount.people > 0 && (
            <p className="small soft">
              On the{' '}
              <Link className="a" to="/wishlists">
                wish lists
              </Link>{' '}
              of {wishlistCount.people.toLocaleString('en-GB')}
              {wishlistCount.newPeople > 0 && `, ${wishlistCount.newPeople.toLocaleString('en-GB')} of them new in these 30 days`}
            </p>
          )}
        </section>
      )}
      <section className="sec">
        <header className="sec-h">
          <h2>Price</h2>
        </header>
        <div className="grid2">
          <TextField {...bind('price')} label={hasPercent ? 'Before discount' : 'Price'} before={currencySign} end inputMode="decimal" />
          {hasPercent ? (
            <TextField {...bind('percent')} label="Discount" after="%" end inputMode="decimal" />
          ) : (
            <TextField {...bind('compareAt')} label="Compare at" before={currencySign} end inputMode="decimal" />
          )}
          <TextField {...bind('cost')} label="Cost" before={currencySign} end inputMode="decimal" />
          <TextField label="Margin" end disabled value={marginOf(values)} readOnly />
        </div>
      </section>
      <UnitPrice values={values} wrong={wrong} disabled={disabled} currency={currency} onChange={onChange} />
      <section className="sec">
        <header className="sec-h">
          <h2>Belongs to</h2>
        </header>
        <Belongs values={values} collections={collections} disabled={disabled} onChange={onChange} />
        {ruled.length > 0 && (
          <p className="small soft">
            By rule in{' '}
            {ruled.map(({ id: collection, name }, i) => (
              <span key={collection}>
                {i > 0 && ', '}
                <Link className="a" to={`/collections/${collection}`}>
                  {name}
                </Link>
              </span>
            ))}
          </p>
        )}
        <div className="stack" style={{ marginBlockStart: 12 }}>
          <TextField {...bind('ribbon')} label="Ribbon" optional maxLength={30} list={`${id}-ribbons`} />
          <datalist id={`${id}-ribbons`}>
            {ribbons.map((ribbon) => (
              <option key={ribbon}>{ribbon}</option>
            ))}
          </datalist>
          <TextField {...bind('brand')} label="Brand" optional maxLength={50} list={`${id}-brands`} />
          <datalist id={`${id}-brands`}>
            {brands.map((brand) => (
              <option key={brand}>{brand}</option>
            ))}
          </datalist>
          {taxGroups.length > 0 && (
            <SelectField
              label="Tax class"
              disabled={disabled}
              value={values.taxGroup}
              onChange={({ target }) => onChange({ taxGroup: target.value })}
            >
              <option value="">Standard</option>
              {taxGroups.map((group) => (
                <option key={group.id} value={group.id}>
                  {group.name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Delivery</h2>
        </header>
        <div className="stack">
          <div className="stack-s" role="radiogroup" aria-label="Product type">
            <Radio
              name="type"
              checked={values.productType === 'physical'}
              disabled={disabled}
              onChange={() => onChange({ productType: 'physical' })}
            >
              Physical, is sent or collected
            </Radio>
            <Radio
              name="type"
              checked={values.productType === 'digital'}
              disabled={disabled}
              onChange={() => onChange({ productType: 'digital' })}
            >
              Digital, nothing is sent
            </Radio>
          </div>
          <div className="grid2">
            <TextField {...bind('sku')} label="SKU" optional mono maxLength={40} />
            <TextField
              {...bind('weight')}
              label="Weight"
              optional
              after={weightUnit}
              end
              inputMode="decimal"
              {...(hasOptions && { hint: 'Of variants without their own.' })}
            />
          </div>
          {!hasOptions && (
            <TextField
              {...bind('barcode')}
              label="Barcode"
              optional
              mono
              inputMode="numeric"
              maxLength={40}
              hint={barcodeHint(values.barcode)}
            />
          )}
          {!hasOptions && (
            <TextField
              {...bind('mpn')}
              label="MPN"
              optional
              mono
              maxLength={70}
              hint="The number that its maker gave it, for sales channels."
            />
          )}
        </div>
      </section>
    </aside>
  )
}

/** Sales channels find products by their GTIN; a wrong digit is said while it can still be put right. */
const barcodeHint = (code: string): string =>
  code.trim() === ''
    ? 'The GTIN on its packaging (EAN, UPC, ISBN).'
    : isGtin(code.trim())
      ? 'A GTIN: sales channels find it.'
      : 'Not a GTIN: kept for scanners, not given to sales channels.'

type BelongsProps = Pick<RailProps, 'values' | 'collections' | 'disabled' | 'onChange'>

function Belongs({ values, collections, disabled, onChange }: BelongsProps) {
  const id = useId()
  const [text, setText] = useState('')
  const ids = collectionsIn(values)
  const others = collections.filter((one) => !ids.includes(one.id!))
  const put = (next: readonly string[]) => onChange({ collections: written(next) })
  const add = (said: string): boolean => {
    const found = others.find(({ name }) => name!.toLowerCase() === said.trim().toLowerCase())
    if (found) put([...ids, found.id!])
    return found !== undefined
  }
  return (
    <>
      <ul className="choices" aria-label="Collections">
        {ids.map((one) => {
          const name = collections.find(({ id: known }) => known === one)?.name ?? one
          return (
            <li key={one}>
              {name}
              {!disabled && (
                <button
                  type="button"
                  className="btn ghost only tiny"
                  aria-label={`Remove from ${name}`}
                  title={`Remove from ${name}`}
                  onClick={() => put(ids.filter((each) => each !== one))}
                >
                  <Icon of={X} />
                </button>
              )}
            </li>
          )
        })}
        {!disabled && (
          <li className="addc">
            <input
              className="ce"
              placeholder="Add"
              aria-label="Add to a collection"
              list={`${id}-l`}
              value={text}
              onChange={({ target }) => setText(add(target.value) ? '' : target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                const [only, second] = others.filter(({ name }) => name!.toLowerCase().startsWith(text.trim().toLowerCase()))
                if (only && !second && text.trim() !== '') {
                  add(only.name!)
                  setText('')
                }
              }}
            />
          </li>
        )}
      </ul>
      <datalist id={`${id}-l`}>
        {others.map(({ id: key, name }) => (
          <option key={key}>{name}</option>
        ))}
      </datalist>
    </>
  )
}
