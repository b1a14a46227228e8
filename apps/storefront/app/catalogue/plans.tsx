import { localeIn } from '@vitrine/pricing'
import { classes, Price } from '@vitrine/ui'
import { useHydrated } from '../shop/use-hydrated.ts'
import { useShop } from '../shop/use-shop.ts'
import { nextDates } from './next-dates.ts'
import type { PlanView, ProductView, VariantView } from './product.ts'
import { priceBy } from './product.ts'

interface PlansProps {
  product: ProductView
  variant: VariantView | undefined
  /** Undefined for once. */
  chosen: PlanView | undefined
  onChoose: (plan: PlanView | undefined) => void
}

/** Once, or again and again: radios of the form that puts the thing into the bag. */
export default function Plans({ product, variant, chosen, onChoose }: PlansProps) {
  const nextText = useNextText()
  const row = (plan: PlanView | undefined, title: string, say: string) => (
    <label key={title + plan?.id} className={classes('opt', plan === chosen && 'is-on')}>
      <input type="radio" name="plan" value={plan?.id ?? ''} checked={plan === chosen} onChange={() => onChoose(plan)} />
      <span className="opt__t">
        <span>{title}</span>
        <small className="soft">{say}</small>
        {plan && <small className="soft">{nextText(plan)}</small>}
      </span>
      <span className="opt__p">
        <Price of={priceBy(product, variant, plan).price} />
        <PerUnit of={priceBy(product, variant, plan).perUnit} />
        {plan?.off && <small className="minus">{plan.off}</small>}
      </span>
    </label>
  )
  return (
    <fieldset className="choice">
      <legend className="sr">How often</legend>
      <div className="choice__label soft" aria-hidden="true">
        How often
      </div>
      <div className="opts">
        {product.once && row(undefined, 'Once', 'No strings')}
        {product.plans.map((plan) => row(plan, plan.title, plan.say))}
      </div>
    </fieldset>
  )
}

const PerUnit = ({ of }: { of: string | undefined }) => of && <small className="faint">{of}</small>

/** When it is charged next. A page for everybody does not know which day it is when it is looked at: until the browser says it, nothing. */
function useNextText() {
  const { locale, country, timeZone } = useShop()
  const here = useHydrated()
  return (plan: PlanView) => {
    if (!here) return undefined
    const format = new Intl.DateTimeFormat(localeIn(locale, country), { weekday: 'short', day: 'numeric', month: 'short', timeZone })
    const day = (date: Date) => format.format(date).replace(',', '')
    const { first, next } = nextDates(plan, new Date(), timeZone)
    if (plan.trial) return `First paid on ${day(first)}`
    return next ? `First with this order, next on ${day(next)}` : undefined
  }
}
