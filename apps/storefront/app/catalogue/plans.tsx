import { classes, Price } from '@vitrine/ui'
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
  const row = (plan: PlanView | undefined, title: string, say: string) => (
    <label key={title + plan?.id} className={classes('opt', plan === chosen && 'is-on')}>
      <input type="radio" name="plan" value={plan?.id ?? ''} checked={plan === chosen} onChange={() => onChoose(plan)} />
      <span className="opt__t">
        <span>{title}</span>
        <small className="soft">{say}</small>
      </span>
      <span className="opt__p">
        <Price of={priceBy(product, variant, plan).price} />
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
