import { useMoneyText } from '@vitrine/ui'
import type { CSSProperties } from 'react'
import type { Ask, Listing } from './listing.ts'
import { priceBars } from './price-bars.ts'
import { useAsked } from './use-asked.ts'

/** From what price to what price: how many products there are at each, and a field for either end. */
export function PriceRange({ ask, prices, id }: { ask: Ask; prices: Listing['prices']; id: string }) {
  const text = useMoneyText()
  return (
    <div className="range">
      {prices.steps.length > 0 && (
        <div className="range__bars" aria-hidden="true">
          {priceBars(prices, ask).map(({ height, on }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <i key={at} className={on ? 'on' : undefined} style={{ '--b': height } as CSSProperties} />
          ))}
        </div>
      )}
      <div className="fields range__ends">
        <End id={`${id}-from`} name="from" label="From" asked={ask.from} placeholder={text(Math.floor(prices.least))} />
        <End id={`${id}-to`} name="to" label="Up to" asked={ask.upTo} placeholder={text(Math.ceil(prices.most))} />
      </div>
    </div>
  )
}

interface EndProps {
  id: string
  name: 'from' | 'to'
  label: string
  asked: number | undefined
  placeholder: string
}

function End({ id, name, label, asked, placeholder }: EndProps) {
  const text = useMoneyText()
  const shown = asked === undefined ? '' : text(asked)
  const [written, write] = useAsked(shown)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={written}
        onChange={({ target }) => write(target.value)}
        // Leaving the field asks as the enter key does: by tab, and by the button at the foot of the drawer.
        onBlur={({ target }) => written !== shown && target.form?.requestSubmit()}
        placeholder={placeholder}
      />
    </div>
  )
}
