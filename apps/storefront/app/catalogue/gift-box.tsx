import { Accordion, Button, classes, Field, Price, Select, Swatch, useMoneyText } from '@vitrine/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { useOpenCartDrawer } from '../cart/open-cart-drawer.ts'
import { useCart } from '../cart/use-cart.tsx'
import { useWrong } from '../checkout/use-wrong.ts'
import { useHydrated } from '../shop/use-hydrated.ts'
import { useShop } from '../shop/use-shop.ts'
import { StickyPicture, useInSight } from './buy-box.tsx'
import {
  checkGift,
  dayAt,
  type GiftView,
  type GiftWritten,
  type GiftWrong,
  HOURS,
  MESSAGE_MOST,
  momentOf,
  priceOf,
  readGift,
  valueOf,
} from './gift.ts'
import type { Choices, ProductView } from './product.ts'

/** What the page answers to its form. */
export interface GiftAnswer {
  wrong?: GiftWrong | undefined
  written?: GiftWritten | undefined
  chosen?: Choices | undefined
  added?: true
}

export interface GiftBoxProps {
  product: Pick<ProductView, 'name' | 'description' | 'options' | 'pictures' | 'sections'>
  gift: GiftView
  chosen: Choices
  onChoose: (choices: Choices) => void
  written: GiftWritten
  onWrite: (written: GiftWritten) => void
  crumbs: ReactNode
}

/** A gift card: how much, for whom, in which words and on which day. A form that works without script. */
export function GiftBox({ product, gift, chosen, onChoose, written, onWrite, crumbs }: GiftBoxProps) {
  const text = useMoneyText()
  const shop = useShop()
  const openCartDrawer = useOpenCartDrawer()
  const { show } = useCart()
  const adding = useFetcher<GiftAnswer>()
  const page = useActionData<GiftAnswer>()
  const said = adding.data ?? page
  const { form, wrong, may, see } = useWrong<keyof GiftWrong>(said?.wrong)
  const busy = adding.state !== 'idle'
  const price = priceOf(gift, written)
  const button = useRef<HTMLDivElement>(null)
  const away = useInSight(button)
  const [today, setToday] = useState<string>()
  // A page for everybody does not know which day it is when it is looked at.
  useEffect(() => setToday(dayAt(new Date(), shop.timeZone)), [shop.timeZone])
  const added = adding.state === 'idle' ? adding.data?.added : undefined
  useEffect(() => {
    if (added) show()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [added, adding.data])
  const here = () => ({ now: new Date(), timeZone: shop.timeZone, text })
  const write = (more: Partial<GiftWritten>) => onWrite({ ...written, ...more })
  const label = (
    <>
      Add to the bag
      {price !== undefined && (
        <>
          {' '}
          <span aria-hidden="true">·</span> <Price of={price} />
        </>
      )}
    </>
  )
  return (
    <>
      <div className="buy" id="buy" tabIndex={-1}>
        <div className="buy__in">
          {crumbs}
          <div className="buy__head">
            <h1 className="buy__name">{product.name}</h1>
            {price !== undefined && (
              <div className="buy__sub">
                <p className="buy__price">
                  <Price of={price} />
                </p>
              </div>
            )}
          </div>
          <p className="buy__say">{product.description}</p>
          <adding.Form
            ref={form}
            id="gift"
            className="buy__form"
            method="post"
            noValidate
            onSubmit={(event) => {
              const now = readGift(new FormData(event.currentTarget))
              if (busy || !may(checkGift(gift, now, here()))) event.preventDefault()
            }}
          >
            <StaysHere />
            {product.options.map(({ name, plain, choices }) => (
              <fieldset key={name} className="choice">
                <legend className="sr">{name}</legend>
                <div className="choice__label" aria-hidden="true">
                  <span>
                    <span className="soft">{name}</span>&ensp;<strong>{chosen[name]}</strong>
                  </span>
                </div>
                <div className={classes('choice__list', choices.some(({ colour }) => colour) && 'choice__list--sw')}>
                  {choices.map((choice) => (
                    <div key={choice.name} className="pick">
                      <input
                        type="radio"
                        name={`choice.${name}`}
                        value={choice.name}
                        aria-label={choice.name}
                        checked={chosen[name] === choice.name}
                        onChange={() => onChoose({ ...chosen, [name]: choice.name })}
                      />
                      {choice.colour ? (
                        <span className="pick__sw">
                          <Swatch colour={choice.colour} plain={plain} size="2.5rem" />
                        </span>
                      ) : (
                        <span className="pick__box" aria-hidden="true">
                          {choice.name}
                        </span>
                      )}
                    </div>
                  ))}
                </div>
              </fieldset>
            ))}
            <fieldset className="choice">
              <legend className="sr">Amount</legend>
              <div className="choice__label" aria-hidden="true">
                <span className="soft">Amount</span>
              </div>
              <div className="choice__list">
                {gift.presets.map(({ id, price: costs, value }) => (
                  <div key={id} className="pick">
                    <input
                      type="radio"
                      name="amount"
                      value={id}
                      aria-label={value === costs ? text(costs) : `${text(costs)}, worth ${text(value)}`}
                      checked={written.amount === id}
                      onChange={() => write({ amount: id })}
                    />
                    <span className="pick__box" aria-hidden="true">
                      <Price of={costs} />
                      {value !== costs && <span className="soft"> worth {text(value)}</span>}
                    </span>
                  </div>
                ))}
                {gift.custom && gift.presets.length > 0 && (
                  <div className="pick">
                    <input
                      type="radio"
                      name="amount"
                      value="own"
                      aria-label={`Another amount, ${text(gift.custom.from)} to ${text(gift.custom.to)}`}
                      checked={written.amount === 'own'}
                      onChange={() => write({ amount: 'own' })}
                    />
                    <span className="pick__box" aria-hidden="true">
                      Another
                    </span>
                  </div>
                )}
              </div>
              {gift.custom && (
                <div className="choice__own">
                  {gift.presets.length === 0 && <input type="hidden" name="amount" value="own" />}
                  <Field
                    id="own"
                    name="own"
                    label="The amount"
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={12}
                    value={written.own}
                    onChange={(event) => write({ own: event.target.value })}
                    hint={`${text(gift.custom.from)} to ${text(gift.custom.to)}`}
                    wrong={wrong.own}
                  />
                </div>
              )}
            </fieldset>
            <div className="fields fields--2">
              <Field
                id="gift-name"
                name="name"
                label="For"
                optional="if it is a gift"
                autoComplete="off"
                maxLength={100}
                value={written.name}
                onChange={(event) => write({ name: event.target.value })}
              />
              <Field
                id="gift-email"
                name="email"
                type="email"
                label="Their e-mail"
                autoComplete="off"
                maxLength={320}
                value={written.email}
                onChange={(event) => write({ email: event.target.value })}
                onBlur={() => wrong.email && see('email', checkGift(gift, written, here()).email)}
                hint="Left empty, the card goes to you."
                wrong={wrong.email}
              />
              <Words
                written={written.message}
                wrong={wrong.message}
                onWrite={(message) => write({ message })}
                onLeave={() => wrong.message && see('message', checkGift(gift, written, here()).message)}
              />
              <Field
                id="gift-sender"
                name="sender"
                label="From"
                optional="your name, as they know you"
                wide
                autoComplete="given-name"
                maxLength={100}
                value={written.sender}
                onChange={(event) => write({ sender: event.target.value })}
              />
              <Field
                id="gift-day"
                name="day"
                type="date"
                label="On the day"
                optional="or at once"
                min={today}
                value={written.day}
                onChange={(event) => write({ day: event.target.value })}
                wrong={wrong.day}
              />
              <Select id="gift-hour" name="hour" label="At" value={written.hour} onChange={(event) => write({ hour: event.target.value })}>
                {HOURS.map((hour) => (
                  <option key={hour}>{hour}</option>
                ))}
              </Select>
            </div>
            <div ref={button} className="buy__row">
              <Button className="buy__add" busy={busy} {...openCartDrawer}>
                {label}
              </Button>
            </div>
            <p className="small soft">{gift.ends} Spent in as many portions as they like. Not counted towards free delivery.</p>
          </adding.Form>
          {product.sections.length > 0 && (
            <Accordion open={0} sections={product.sections.map(({ title, text: words }) => ({ title, content: <p>{words}</p> }))} />
          )}
        </div>
      </div>
      <div className={classes('sticky', away && 'is-away')} role="region" aria-label="Buy">
        <span className="sticky__pic">
          <StickyPicture product={product} chosen={chosen} />
        </span>
        <span className="sticky__t">
          <span className="name">{product.name}</span>
          <small className="soft">{written.name ? `for ${written.name}` : 'by e-mail'}</small>
        </span>
        <Button form="gift" small busy={busy} {...openCartDrawer}>
          Add{price !== undefined && ' · '}
          {price !== undefined && <Price of={price} />}
        </Button>
      </div>
    </>
  )
}

/** With script the page stays, and the bag opens beside it. */
function StaysHere() {
  const stays = useHydrated()
  return stays && <input type="hidden" name="stay" value="yes" />
}

interface WordsProps {
  written: string
  wrong: string | undefined
  onWrite: (words: string) => void
  onLeave: () => void
}

function Words({ written, wrong, onWrite, onLeave }: WordsProps) {
  return (
    <div className="field wide">
      <label htmlFor="gift-message">
        A few lines <span className="optional">if you like</span>
      </label>
      <textarea
        className={classes('input', wrong && 'input--bad')}
        id="gift-message"
        name="message"
        rows={3}
        aria-describedby="gift-message-says"
        aria-invalid={wrong ? true : undefined}
        value={written}
        onChange={(event) => onWrite(event.target.value)}
        onBlur={onLeave}
      />
      {wrong ? (
        <p className="bad" id="gift-message-says">
          {wrong}
        </p>
      ) : (
        <p className="hint between" id="gift-message-says">
          <span>{MESSAGE_MOST} letters at most</span>
          <span className="figures" aria-hidden="true">
            {written.length}
          </span>
        </p>
      )}
    </div>
  )
}

/** How the email will read, beside the pictures. */
export function GiftEmail({ gift, written, letter }: { gift: GiftView; written: GiftWritten; letter: string }) {
  const { locale, timeZone } = useShop()
  const { name, message, sender } = written
  const at = momentOf(written, timeZone)
  const when =
    at && at.toLocaleString(locale, { weekday: 'short', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZone })
  const value = valueOf(gift, written)
  const words = [name && `For ${name}.`, message || (!name && 'Your few lines go here.'), sender && `Love, ${sender}`]
    .filter(Boolean)
    .join(' ')
  return (
    <figure className="shot shot--full">
      <div className="gift-email">
        <p className="small soft">{when ? `So it will read, on ${when}` : 'So it will read, as soon as it is paid for'}</p>
        <p className="gift-email__t">{words}</p>
        <p className="between">
          <span className="gift-email__worth">{value !== undefined && <Price of={value} />}</span>
          <span className="small soft figures">Code XXXX-XXXX-…</span>
        </p>
      </div>
      <figcaption>
        <i>{letter}</i> The letter, as you write it
      </figcaption>
    </figure>
  )
}
