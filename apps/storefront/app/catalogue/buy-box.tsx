import { Accordion, Button, classes, Icon, Message, Picture, Price, Quantity, Reduced, Swatch, useMoneyText } from '@vitrine/ui'
import { Truck, Undo2 } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CartLineView } from '../cart/cart.ts'
import { useOpenCartDrawer } from '../cart/open-cart-drawer.ts'
import { leftText } from '../cart/said.tsx'
import { useCart } from '../cart/use-cart.tsx'
import { apart } from '../shop/apart.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import {
  briefly,
  type Choices,
  canHave,
  findVariant,
  type OptionView,
  type PlanView,
  type ProductView,
  pictureOf,
  priceBy,
  whyNot,
} from './product.ts'

export interface BuyBoxProps {
  product: ProductView
  chosen: Choices
  onChoose: (choices: Choices) => void
  /** How often it is to come; undefined for once. */
  plan: PlanView | undefined
  onPlan: (plan: PlanView | undefined) => void
  crumbs: ReactNode
  /** How it is rated, beside the price. */
  rate?: ReactNode
  /** Where it can be collected. */
  collect?: ReactNode
  /** What else can be done with it, below what comes with it. */
  beside?: ReactNode
  /** In place of the button, where it cannot be bought at all. */
  way?: ReactNode
  /** Asked for more than there are, without script: how many there are. Or for a plan that is over. */
  short?: number | 'over' | undefined
}

const Plans = apart(() => import('./plans.tsx'))
const Heart = apart(() => import('../wishlists/buy-heart.tsx'))
const SoldOut = apart(() => import('./sold-out.tsx'))

/** Few enough to be told. */
const FEW = 12

export function BuyBox({ product, chosen, onChoose, plan, onPlan, crumbs, rate, collect, beside, way, short }: BuyBoxProps) {
  const openCartDrawer = useOpenCartDrawer()
  const shop = useShop()
  const text = useMoneyText()
  const { add, adding } = useCart()
  const [quantity, setQuantity] = useState(1)
  const variant = findVariant(product, chosen)
  const { price, before, perUnit } = priceBy(product, variant, plan)
  const stock = variant?.stock ?? (product.options.length > 0 ? { some: false } : product.stock)
  const id = `coming-${variant?.id ?? product.id}`
  const busy = adding.includes(id)
  const line = (): CartLineView => ({
    id,
    productId: product.id,
    variantId: variant?.id,
    slug: product.slug,
    name: product.name,
    picture: pictureOf(product, chosen),
    chosen: product.options.flatMap(({ name }) => chosen[name] ?? []),
    choices: chosen,
    planId: plan?.id,
    terms: plan && { plan: plan.terms },
    quantity,
    price: String(price),
    before: before === undefined ? undefined : String(before),
    left: stock.left,
    gone: false,
    shippable: product.shippable,
  })
  // Not told of a choice made before its script is here, which would take it off the page until then.
  const saved = useDeferredValue(chosen)
  const heart = useMemo(
    () => (
      <Suspense>
        <Heart product={product} chosen={saved} />
      </Suspense>
    ),
    [product, saved],
  )
  const button = useRef<HTMLDivElement>(null)
  const away = useInSight(button)
  const { say, more } = opening(product.description)
  const delivery = product.shippable ? shop.delivery : undefined
  return (
    <>
      <div className="buy" id="buy" tabIndex={-1}>
        <div className="buy__in">
          {crumbs}
          <div className="buy__head">
            {product.ribbon && <p className="small buy__ribbon">{product.ribbon}</p>}
            <h1 className="buy__name">{product.name}</h1>
            <div className="buy__sub">
              <p className="buy__price">{before ? <Reduced now={price} before={before} /> : <Price of={price} />}</p>
              {rate}
            </div>
            {perUnit && <p className="small soft buy__unit">{perUnit}</p>}
            <p className="tiny faint">
              {shop.priceNote}
              {delivery && ` Delivery ${text(delivery.price)}${delivery.freeFrom ? `, free from ${text(delivery.freeFrom)}` : ''}.`}
            </p>
          </div>
          <p className="buy__say">{say}</p>
          <form
            className="buy__form"
            method="post"
            action={to.cart}
            onSubmit={(event) => {
              // Until the heart has its script it sends this form, to the wish list.
              if (event.nativeEvent.submitter?.hasAttribute('formaction')) return
              event.preventDefault()
              if (stock.some && !way) add(line())
            }}
          >
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="product" value={product.id} />
            <input type="hidden" name="slug" value={product.slug} />
            {product.options.map((option) => (
              <Option key={option.name} product={product} option={option} chosen={chosen} onChoose={onChoose} plan={plan} />
            ))}
            {product.plans.length > 0 && (
              <Suspense>
                <Plans product={product} variant={variant} chosen={plan} onChoose={onPlan} />
              </Suspense>
            )}
            {short !== undefined && short !== 0 && stock.some && (
              <Message tone="warn" what={leftText(short)}>
                Nothing was added to your bag.
              </Message>
            )}
            <div ref={button} className="buy__way">
              {way ||
                (stock.some ? (
                  <>
                    <p className="buy__stock small" role="status">
                      {stock.preorder ? <PreorderLine left={stock.left} says={product.preorder} /> : <StockLine left={stock.left} />}
                      <SoldOutHints product={product} chosen={chosen} onChoose={onChoose} />
                    </p>
                    <div className="buy__row">
                      <Quantity
                        id="quantity"
                        name="quantity"
                        value={quantity}
                        most={stock.left}
                        onChange={(n) => setQuantity(Math.min(n, stock.left ?? 100_000))}
                      />
                      <Button className="buy__add" busy={busy} {...openCartDrawer}>
                        {plan ? 'Begin' : stock.preorder ? 'Preorder' : 'Add to the bag'} <span aria-hidden="true">·</span>{' '}
                        <Price of={price * (quantity || 1)} />
                      </Button>
                      {heart}
                    </div>
                    {plan && <p className="small soft buy__note">{plan.note}</p>}
                  </>
                ) : (
                  <Suspense>
                    <SoldOut product={product} chosen={chosen} onChoose={onChoose} heart={heart} />
                  </Suspense>
                ))}
            </div>
          </form>
          {stock.some && <Promises shippable={product.shippable} soon={!stock.preorder} collect={collect} />}
          {beside}
          <Accordion
            open={more ? 1 : 0}
            sections={[...(more ? [{ title: 'About it', text: product.description }] : []), ...product.sections].map(
              ({ title, text: words }) => ({
                title,
                content: <p>{words}</p>,
              }),
            )}
          />
        </div>
      </div>
      <div hidden={!!way} className={classes('sticky', away && 'is-away')} role="region" aria-label={stock.some ? 'Buy' : 'Sold out'}>
        <span className="sticky__pic">
          <StickyPicture product={product} chosen={chosen} />
        </span>
        <span className="sticky__t">
          <span className="name">{product.name}</span>
          <small className="soft">{[plan?.title ?? briefly(product, chosen), !stock.some && 'sold out'].filter(Boolean).join(': ')}</small>
        </span>
        {stock.some ? (
          <Button type="button" small busy={busy} {...openCartDrawer} onClick={() => add(line())}>
            {plan ? 'Begin' : stock.preorder ? 'Preorder' : 'Add'} · <Price of={price * (quantity || 1)} />
          </Button>
        ) : (
          <a className="button button--small" href="#back-email">
            Write to me
          </a>
        )}
      </div>
    </>
  )
}

/** What comes with it; of what is sold out nothing is promised. */
function Promises({ shippable, soon, collect }: { shippable: boolean; soon: boolean; collect: ReactNode }) {
  const { delivery: every, promises } = useShop()
  const text = useMoneyText()
  const delivery = shippable ? every : undefined
  if (!delivery && !collect && promises.length === 0) return null
  return (
    <ul className="promise">
      {delivery && (
        <li>
          <Icon of={Truck} />
          <span>
            {soon && delivery.days && (
              <>
                {delivery.lead} <strong>{delivery.days}.</strong>{' '}
              </>
            )}
            <span className="soft">
              {delivery.place}, {text(delivery.price)}
              {delivery.freeFrom && `, free from ${text(delivery.freeFrom)}`}.
            </span>
          </span>
        </li>
      )}
      {soon && collect}
      {promises.map((promise) => (
        <li key={promise}>
          <Icon of={Undo2} />
          <span>{promise}</span>
        </li>
      ))}
    </ul>
  )
}

export function StickyPicture({ product, chosen }: { product: Pick<ProductView, 'options' | 'pictures'>; chosen: Choices }) {
  const picture = pictureOf(product, chosen)
  return picture && <Picture of={picture} sizes="38px" ratio={4 / 5} silent />
}

/** It is not there yet: when it comes, as the shop says, and how many can be preordered where they are few. */
function PreorderLine({ left, says }: { left: number | undefined; says: string | undefined }) {
  return (
    <>
      <span className="dot dot--few" /> Preorder{says && `: ${says}`}
      {left !== undefined && left <= FEW && (
        <span className="soft"> {left === 1 ? 'One can be ordered.' : `${capital(inWords(left))} can be ordered.`}</span>
      )}
    </>
  )
}

function StockLine({ left }: { left: number | undefined }) {
  if (left === undefined)
    return (
      <>
        <span className="dot" /> In stock
      </>
    )
  if (left <= FEW)
    return (
      <>
        <span className="dot dot--few" /> {left === 1 ? 'The last one' : `${capital(inWords(left))} left`}
      </>
    )
  return (
    <>
      <span className="dot" /> In stock, {left} on the shelf
    </>
  )
}

/** `Clay is sold out in Large. Write to me` for what cannot be had together with the choices made. */
function SoldOutHints({ product, chosen, onChoose }: Pick<BuyBoxProps, 'product' | 'chosen' | 'onChoose'>) {
  const hints = product.options.flatMap(({ name, choices }) =>
    choices.flatMap((choice) => {
      const can = canHave(product, chosen, name, choice.name)
      return can === 'yes' ? [] : [{ option: name, choice: choice.name, can }]
    }),
  )
  return hints.slice(0, 2).map(({ option, choice, can }) => {
    const others = product.options.flatMap(({ name }) => (name === option ? [] : (chosen[name] ?? [])))
    const choices = { ...chosen, [option]: choice }
    return (
      <span key={`${option} ${choice}`} className="soft">
        &ensp;{choice} is {whyNot(can, others)}.
        {can === 'out' && (
          <>
            {' '}
            <Link
              className="link"
              to={to.product(product.slug, choices)}
              replace
              preventScrollReset
              aria-label={`Write to me about ${choice}`}
              onClick={(event) => {
                event.preventDefault()
                onChoose(choices)
              }}
            >
              Write to me
            </Link>
          </>
        )}
      </span>
    )
  })
}

function Option({
  product,
  option,
  chosen,
  onChoose,
  plan,
}: {
  product: ProductView
  option: OptionView
  chosen: Choices
  onChoose: (choices: Choices) => void
  plan: PlanView | undefined
}) {
  const text = useMoneyText()
  const { name, plain, choices } = option
  const colours = choices.some(({ colour }) => colour)
  const priceWith = (choice: string) => {
    const variant = findVariant(product, { ...chosen, [name]: choice })
    return variant && priceBy(product, variant, plan).price
  }
  const least = Math.min(...choices.flatMap((choice) => priceWith(choice.name) ?? []))
  return (
    <fieldset className="choice">
      <legend className="sr">{name}</legend>
      <div className="choice__label" aria-hidden="true">
        <span>
          <span className="soft">{name}</span>&ensp;<strong>{chosen[name]}</strong>
        </span>
      </div>
      <div className={classes('choice__list', colours && 'choice__list--sw')}>
        {choices.map((choice) => {
          // Of a combination that is sold out only its first choice is struck: the others can be had.
          const can = canHave(product, chosen, name, choice.name)
          const none = can !== 'yes' && (chosen[name] !== choice.name || option === product.options[0])
          const others = product.options.flatMap((each) => (each.name === name ? [] : (chosen[each.name] ?? [])))
          const more = (priceWith(choice.name) ?? least) - least
          const why = none ? `, ${whyNot(can, others)}` : ''
          return (
            <div key={choice.name} className={classes('pick', none && 'pick--none')}>
              <input
                type="radio"
                name={`choice.${name}`}
                value={choice.name}
                aria-label={`${choice.name}${more > 0 ? `, ${text(more)} more` : ''}${why}`}
                checked={chosen[name] === choice.name}
                onChange={() => onChoose({ ...chosen, [name]: choice.name })}
              />
              {choice.colour ? (
                <span className="pick__sw">
                  <Swatch colour={choice.colour} plain={plain} out={none} size="2.5rem" />
                </span>
              ) : (
                <span className="pick__box" aria-hidden="true">
                  {choice.name}
                  {more > 0 && <span className="soft"> + {text(more)}</span>}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The first sentences, and whether there is more. */
function opening(description: string) {
  if (description.length <= 220) return { say: description, more: false }
  let say = ''
  for (const sentence of description.match(/[^.!?]+[.!?]+\s*/g) ?? [description]) {
    if (say && say.length + sentence.length > 220) break
    say += sentence
  }
  return { say: say.trim(), more: true }
}

/** Whether the real button is in sight, so that the bar at the foot of a phone is not needed. */
export function useInSight(ref: React.RefObject<HTMLElement | null>) {
  const [seen, setSeen] = useState(true)
  useEffect(() => {
    const at = ref.current
    if (!at) return
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true))
    watch.observe(at)
    return () => watch.disconnect()
  }, [ref])
  return seen
}
