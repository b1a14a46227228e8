import type { ReturnMethod, ReturnResolution } from '@vitrine/contract'
import { Button, classes, Icon, Message, Money, Quantity, Select, Sun, useMoneyText } from '@vitrine/ui'
import { ArrowRight, Info } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { uprightPicture } from '../catalogue/upright.ts'
import { Moment } from '../orders/moment.tsx'
import { Pictures } from '../reviews/pictures.tsx'
import { capital, inWords, many, spelled } from '../shop/text.ts'
import { amountOf } from './amount.ts'
import type { FormView, LineView } from './view.ts'

const because: Readonly<Record<NonNullable<LineView['because']>, string>> = {
  NOT_SHIPPED: 'It is not with you yet.',
  RETURNED: 'It came back already.',
  EXCLUDED: 'This stays with you.',
}

const choices: Readonly<Record<ReturnResolution, { title: string; says: string }>> = {
  REFUND: { title: 'The money back', says: 'The way you paid, when we have looked at it' },
  EXCHANGE: { title: 'Another variant', says: 'At the price you paid, leaves when yours has arrived' },
  STORE_CREDIT: { title: 'Credit in the shop', says: 'A gift card by e-mail that never expires' },
}

/** How it travels: what each way is called, what comes of it, and that it costs nothing. */
function methodOf(method: ReturnMethod, { isFree, inPersonAddress }: FormView) {
  switch (method) {
    case 'CODE':
      return { title: 'A code for the parcel shop', says: 'They print the label. We send you the code when we have looked at this', isFree }
    case 'SHIPMENT':
      return { title: 'In a parcel', says: 'To our address; how, we say when we have looked at this', isFree }
    case 'IN_PERSON':
      return { title: 'I bring it to you', says: inPersonAddress.join(', '), isFree: true }
  }
}

/** Until when it can come back. */
export function Window({ of: { from, until, windowDays } }: { of: FormView }) {
  if (!from || !until) return null
  return (
    <p className="soft measure">
      {capital(spelled(windowDays))} days from <Moment at={from} as="long" />, so until <Moment at={until} as="long" />.
    </p>
  )
}

/** Asks which units come back, why, and what for; it is one form, which the browser sends also without script. */
export function ReturnForm({ of, email, wrong }: { of: FormView; email: string | undefined; wrong: string | undefined }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const [method, setMethod] = useState<ReturnMethod>('SHIPMENT')
  const [resolution, setResolution] = useState<ReturnResolution>('REFUND')
  const form = useRef<HTMLFormElement>(null)
  /** What was chosen before the script was there counts, too, and what a browser fills in that comes back to the page. */
  const takeIn = useEffectEvent(() => {
    if (!form.current) return
    const chosen = new FormData(form.current)
    setTicked(new Set(chosen.getAll('line').map(String)))
    setMethod(of.methods.find((one) => one === chosen.get('method')) ?? 'SHIPMENT')
    setResolution(of.resolutions.find((one) => one === chosen.get('resolution')) ?? 'REFUND')
  })
  useEffect(() => takeIn(), [])
  const busy = useNavigation().formMethod === 'POST'
  const said = useRef<HTMLDivElement>(null)
  /** The answer stands above a long form, whose button is at its end. */
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current && !busy) said.current?.focus()
    sent.current = busy
  }, [busy])
  const countOf = ({ id, returnable }: LineView) => (ticked.has(id) ? written(counts.get(id) ?? returnable, returnable) : 0)
  const units = of.lines.reduce((all, line) => all + countOf(line), 0)
  const sum = amountOf(
    of.lines.map((line) => ({ unitAmount: line.unitAmount, count: countOf(line) })),
    of.currency,
  )
  const tick = (id: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  return (
    <div className="ret">
      <Form ref={form} method="post" encType="multipart/form-data" className="ret__form">
        <input type="hidden" name="intent" value="ask" />
        {email && <input type="hidden" name="email" value={email} />}
        {wrong && (
          <div ref={said} tabIndex={-1} className="ret__said">
            <Message tone="bad" what="Nothing was asked for.">
              {wrong}
            </Message>
          </div>
        )}
        <section className="step" aria-labelledby="r-which">
          <header className="step__head">
            <Sun rise={0.2} />
            <h2 id="r-which">Which pieces, and why?</h2>
          </header>
          <ul className="rlines">
            {of.lines.map((line) => (
              <ReturnLine
                key={line.id}
                of={line}
                form={of}
                count={counts.get(line.id) ?? line.returnable}
                onTick={(on) => tick(line.id, on)}
                onCount={(count) => setCounts(new Map(counts).set(line.id, count))}
              />
            ))}
          </ul>
        </section>
        <section className="step" aria-labelledby="r-what">
          <header className="step__head">
            <Sun rise={0.6} />
            <h2 id="r-what">What would you like instead?</h2>
          </header>
          <div className="opts" role="radiogroup" aria-labelledby="r-what">
            {of.resolutions.map((one) => (
              <label key={one} className="opt">
                <input type="radio" name="resolution" value={one} defaultChecked={one === 'REFUND'} onChange={() => setResolution(one)} />
                <span className="opt__t">
                  <span>{choices[one].title}</span>
                  <small className="soft">{choices[one].says}</small>
                </span>
                <span className="opt__p">{one === 'EXCHANGE' ? 'No charge' : units > 0 && <Money of={sum} currency={of.currency} />}</span>
              </label>
            ))}
          </div>
          {of.resolutions.includes('EXCHANGE') &&
            of.lines.map((line) => <Swap key={line.id} of={line} asked={resolution === 'EXCHANGE' && ticked.has(line.id)} />)}
          <div className="field">
            <label htmlFor="r-note">
              Anything we should know <span className="optional">if you like</span>
            </label>
            <textarea className="input" id="r-note" name="note" rows={3} maxLength={1000} />
          </div>
          <Pictures of="return" before={[]} wrong={undefined} />
          <p className="hint">If something is broken or not as it should be, show us.</p>
        </section>
        {of.methods.length > 1 && (
          <section className="step" aria-labelledby="r-how">
            <header className="step__head">
              <Sun rise={1.1} />
              <h2 id="r-how">How does it travel?</h2>
            </header>
            <div className="opts" role="radiogroup" aria-labelledby="r-how">
              {of.methods.map((one) => {
                const { title, says, isFree } = methodOf(one, of)
                return (
                  <label key={one} className="opt">
                    <input type="radio" name="method" value={one} defaultChecked={one === 'SHIPMENT'} onChange={() => setMethod(one)} />
                    <span className="opt__t">
                      <span>{title}</span>
                      <small className="soft">{says}</small>
                    </span>
                    <span className="opt__p">{isFree ? 'Free' : 'At your cost'}</span>
                  </label>
                )
              })}
            </div>
          </section>
        )}
        <div className="co__go">
          <Button wide busy={busy}>
            Ask for the return
          </Button>
          <p className="tiny soft">Nothing is final: you can call it off here until it is with us.</p>
        </div>
      </Form>
      <aside className="ret__sum" aria-label="What comes back to you">
        <h2>{units > 0 ? capital(many(units, 'piece')) : 'Nothing ticked yet'}</h2>
        <dl className="ledger">
          {of.lines.map((line) => {
            const { id, name, unitAmount } = line
            const count = countOf(line)
            if (count === 0) return null
            return (
              <div key={id}>
                <dt>{count > 1 ? `${name}, ${inWords(count)}` : name}</dt>
                <dd>
                  {resolution === 'EXCHANGE' ? (
                    'Exchanged'
                  ) : (
                    <Money of={amountOf([{ unitAmount, count }], of.currency)} currency={of.currency} />
                  )}
                </dd>
              </div>
            )
          })}
          <div>
            <dt>Sending it</dt>
            <dd>{methodOf(method, of).isFree ? 'Free' : 'At your cost'}</dd>
          </div>
        </dl>
        <Message icon={Info}>Codes and discounts are shared out over the lines, so a piece returns what it cost you.</Message>
      </aside>
    </div>
  )
}

interface LineProps {
  of: LineView
  form: FormView
  count: number
  onTick: (on: boolean) => void
  onCount: (count: number) => void
}

/** A number that was written, as far as so many can come back. */
const written = (count: number, most: number) => (Number.isNaN(count) ? 1 : Math.min(Math.max(count, 1), most))

/** A line to tick. Its questions stand below it, and hide only where the browser knows that it is not ticked. */
function ReturnLine({ of: line, form, count, onTick, onCount }: LineProps) {
  const text = useMoneyText()
  const { id, name, description, imageId, returnable, quantity, unitAmount } = line
  const can = returnable > 0
  return (
    <li className={can ? 'rline' : 'rline is-no'}>
      <label className="check rline__check">
        <input type="checkbox" name="line" value={id} disabled={!can} onChange={({ currentTarget }) => onTick(currentTarget.checked)} />
        <span className="sr">
          Send back {name}
          {description && `, ${description}`}
        </span>
      </label>
      <span className="rline__pic">
        {imageId && <img src={uprightPicture(imageId, 160)} alt="" width="56" height="70" loading="lazy" />}
      </span>
      <div className="rline__t">
        <p className="name">{name}</p>
        <p className="small soft">
          {description}
          {quantity > 1 && (
            <>
              {description && ', '}
              {inWords(quantity)} at {text(unitAmount)}
            </>
          )}
        </p>
        {!can && line.because && <p className="small">{because[line.because]}</p>}
      </div>
      <span className="rline__sum">
        <Money of={amountOf([{ unitAmount, count: quantity }], form.currency)} currency={form.currency} />
      </span>
      {can && (
        <div className="rline__more">
          {returnable > 1 && (
            <div className="field">
              <span className="label">How many</span>
              <div className="row rline__count">
                <Quantity
                  id={`quantity-${id}`}
                  name={`quantity.${id}`}
                  of={name}
                  value={count}
                  small
                  most={returnable}
                  onChange={(next) => onCount(Number.isNaN(next) ? next : written(next, returnable))}
                />
                <span className="small soft">of {inWords(returnable)}</span>
              </div>
            </div>
          )}
          <Select id={`reason-${id}`} name={`reason.${id}`} label="Why" defaultValue={form.reasons.at(-1)}>
            {form.reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </Select>
        </div>
      )}
    </li>
  )
}

/** Which variant is wanted in place of a line; without script it is asked for all of them. */
function Swap({ of: { id, name, imageId, returnable, variants }, asked }: { of: LineView; asked: boolean }) {
  if (returnable === 0 || variants.length < 2) return null
  return (
    <div className={classes('swap', !asked && 'swap--off')}>
      <span className="swap__pic">
        {imageId && <img src={uprightPicture(imageId, 160)} alt="" width="52" height="65" loading="lazy" />}
      </span>
      <Icon of={ArrowRight} turns />
      <Select id={`variant-${id}`} name={`variant.${id}`} label={`Instead of ${name}`} optional="for an exchange" defaultValue="">
        <option value="">Choose one</option>
        {variants.map((variant) => (
          <option key={variant.id} value={variant.id}>
            {variant.name}
          </option>
        ))}
      </Select>
    </div>
  )
}
