import { Button, Field, Ledger, type LedgerRow, Money, Price, Select, useMoneyText } from '@vitrine/ui'
import { Form, useNavigation } from 'react-router'
import { CheckOut } from '../checkout/check-out.tsx'
import { habitOf } from '../checkout/countries.ts'
import { ExpressFrame } from '../express/express-frame.tsx'
import type { Shop } from '../shop/shop.ts'
import { to } from '../shop/shop.ts'
import { capital, many } from '../shop/text.ts'
import { CodeForm } from '../totals/code-form.tsx'
import { savingText } from '../totals/codes.ts'
import { dueOf, isDivided, totalsRows, UsualRates, Why } from '../totals/totals.tsx'
import { type CartView, counted, unitsToSell } from './cart.ts'
import { type CartWrong, type Estimate, stateOf } from './estimate.ts'
import { added, deliveryOf, FreeDelivery, subtotal } from './free-delivery.tsx'

export interface SumProps {
  cart: CartView
  shop: Shop
  estimate: Estimate | undefined
  countries: readonly (readonly [code: string, name: string])[]
  wrong: CartWrong | undefined
}

/** The estimate, as long as it is one of the bag as it stands. */
const fits = (cart: CartView, estimate: Estimate | undefined) => estimate?.of === stateOf(cart.lines)

/** Rows and total: as the platform calculates, or, until it has answered, as far as one can say without it. */
export function sumOf({ cart, shop, estimate }: Pick<SumProps, 'cart' | 'shop' | 'estimate'>): {
  rows: LedgerRow[]
  total: string
  old: boolean
} {
  if (estimate && (fits(cart, estimate) || estimate.reasons.some(({ step }) => step === 'DISCOUNT' || step === 'FEE' || step === 'LATER')))
    return { rows: rowsOf(estimate), total: dueOf(estimate.reasons), old: !fits(cart, estimate) }
  const sum = subtotal(cart)
  const sold = counted(cart).reduce((all, line) => all + unitsToSell(line), 0)
  const delivery = deliveryOf(cart, shop.delivery)
  return {
    rows: [
      { label: capital(many(sold, 'piece')), amount: <Money of={sum} /> },
      ...(shop.delivery && delivery !== undefined
        ? [{ label: `Delivery to ${shop.delivery.place}`, amount: Number(delivery) === 0 ? 'Free' : <Money of={delivery} /> }]
        : []),
    ],
    total: added(cart.currency, sum, delivery ?? '0'),
    old: false,
  }
}

const rowsOf = ({ reasons, way, countryName, undeliverable }: Estimate): LedgerRow[] => [
  ...totalsRows(reasons, {
    delivery: way ? `Delivery to ${countryName}` : undefined,
    tools: ({ code }) =>
      code && (
        <Form method="post" action={to.cart} preventScrollReset className="fix">
          <input type="hidden" name="intent" value="uncode" />{' '}
          <button className="text-button small">
            take off<span className="sr"> the code {code}</span>
          </button>
        </Form>
      ),
  }),
  ...(undeliverable && !way ? [{ label: `Delivery to ${countryName}`, amount: <span className="soft">not yet</span> }] : []),
]

export function Sum(props: SumProps) {
  const { cart, shop, estimate, wrong } = props
  const { rows, total, old } = sumOf(props)
  const can = counted(cart).length > 0
  const shipping = estimate?.reasons.find(({ step }) => step === 'SHIPPING')
  return (
    <aside className="cart__sum" aria-labelledby="sum">
      <h2 id="sum">Sum</h2>
      {can && <FreeDelivery cart={cart} delivery={shop.delivery} reached={fits(cart, estimate) ? shipping : undefined} />}
      <Ledger
        {...(old && { className: 'is-old' })}
        rows={rows}
        total={{ label: estimate && isDivided(estimate.reasons) ? 'To pay now' : 'To pay', amount: <Price of={total} /> }}
      />
      {can && <CheckOut wide />}
      {can && <ExpressFrame of={stateOf(cart.lines)} />}
      {can && <Arrives of={estimate} />}
      <Code of={estimate} wrong={wrong?.code} />
      {estimate && <Place {...props} estimate={estimate} wrong={wrong} />}
      {estimate && <Note of={estimate} />}
      {estimate && <Why of={estimate.reasons} />}
      {estimate && <UsualRates of={estimate.reasons} />}
    </aside>
  )
}

function Arrives({ of: estimate }: { of: Estimate | undefined }) {
  const { way, collect } = estimate ?? {}
  if (!way?.time && !collect) return null
  return (
    <p className="small soft cart__arrives">
      {[way?.time && `Arrives: ${way.time}`, collect && (way?.time ? 'or collect it' : 'You can collect it')].filter(Boolean).join(', ')}
    </p>
  )
}

function Code({ of: estimate, wrong }: { of: Estimate | undefined; wrong: CartWrong['code'] }) {
  const text = useMoneyText()
  const { code, idle } = estimate ?? {}
  const hint = [savingText(estimate?.reasons ?? [], code, text), 'A gift card pays at the last step.'].filter(Boolean).join(' ')
  return (
    <div className="code">
      <CodeForm label="Code" action={to.cart} code={code} idle={idle} wrong={wrong} holds={code} hint={hint} />
    </div>
  )
}

function Place({ estimate, countries, wrong: said }: SumProps & { estimate: Estimate }) {
  const busy = useNavigation().formData?.get('intent') === 'estimate'
  const wrong = said?.postcode
  const country = wrong?.country ?? estimate.country
  const { label } = habitOf(country).postcode
  return (
    <details className="cart__fold" open={wrong !== undefined} key={`${estimate.country} ${estimate.postcode}`}>
      <summary className="estimate">
        <span className="label">Delivery estimate</span>
        <span className="small soft">
          {[estimate.countryName, estimate.postcode].filter(Boolean).join(', ')}. <span className="link">Change</span>
        </span>
      </summary>
      <Form method="post" action={to.cart} preventScrollReset noValidate className="fields cart__folded">
        <input type="hidden" name="intent" value="estimate" />
        <Select id="estimate-country" name="country" label="Country" defaultValue={country} autoComplete="country">
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          id="estimate-postcode"
          name="postcode"
          label={label}
          optional="if you like"
          autoComplete="postal-code"
          maxLength={50}
          defaultValue={wrong?.written ?? estimate.postcode}
          wrong={wrong?.why}
        />
        <Button line busy={busy}>
          Reckon it
        </Button>
      </Form>
    </details>
  )
}

function Note({ of: { note } }: { of: Estimate }) {
  const busy = useNavigation().formData?.get('intent') === 'note'
  return (
    <details className="cart__fold" key={note}>
      <summary className="estimate">
        <span className="label">A note to us</span>
        <span className="small soft cart__note">
          {note || 'None'}. <span className="link">{note ? 'Change' : 'Write one'}</span>
        </span>
      </summary>
      <Form method="post" action={to.cart} preventScrollReset className="fields cart__folded">
        <input type="hidden" name="intent" value="note" />
        <div className="field">
          <label htmlFor="note">What should we know?</label>
          <textarea className="input" id="note" name="note" rows={3} maxLength={1000} defaultValue={note} aria-describedby="note-says" />
          <p className="hint" id="note-says">
            We read it when we pack.
          </p>
        </div>
        <Button line busy={busy}>
          Keep it
        </Button>
      </Form>
    </details>
  )
}
