import { ArrowUpRight, Check, CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { useOpening } from '../general/opening.tsx'
import { Button, Keys } from '../parts/button.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { DeliveryStep } from './delivery-step.tsx'
import { placesOf } from './delivery-zones.ts'
import { readStart, type StartData } from './read-facts.ts'
import { SampleProducts } from './sample-products.tsx'
import { ShopPreview } from './shop-preview.tsx'
import {
  abilitiesOf,
  afterSteps,
  missingIn,
  opensWhen,
  progressOf,
  type Step,
  type StepId,
  sellsWhen,
  stepsOf,
  timeUntil,
} from './steps.ts'

export const loader = ({ request: { signal } }: { request: Request }): Promise<StartData> => readStart(signal)

/** Where products come from. */
const sources = ['Shopify', 'WooCommerce', 'Wix', 'A sheet']

/** The way from an empty shop to its first order. */
export function Start() {
  usePlace([{ name: 'Home' }, { name: 'Start' }])
  const { facts, delivery, country, products, samples } = useLoaderData<StartData>()
  const may = useMay()
  const steps = stepsOf(facts)
  const [opened, setOpened] = useState<StepId>()
  const [focus, setFocus] = useState<{ readonly on: StepId }>()
  const list = useRef<HTMLOListElement>(null)
  // A step that is done has another control than before: it is looked for again once the page knows.
  const isFocusDone = steps.some(({ id, done }) => id === focus?.on && done)
  useEffect(() => {
    const step = focus && list.current?.querySelector(`[data-step="${focus.on}"]`)
    step?.querySelector<HTMLElement>(isFocusDone ? '.t7 > .btn' : ':is(.t7b input, .t7 > .btn)')?.focus()
  }, [focus, isFocusDone])
  const now = steps.find(({ id }) => id === opened) ?? steps.find(({ done }) => !done)
  /** What can be done on this page; all else has a page of its own. */
  const isInline = ({ id }: Step) => id === 'delivery' && may('delivery.write') && placesOf(delivery, country).length > 0
  const open = (on: StepId | undefined, focused: StepId) => {
    setOpened(on)
    setFocus({ on: focused })
  }
  const missing = missingIn(steps)
  const later = () => {
    const rest = steps.filter(({ done, id }) => !done && id !== 'delivery' && !(id === 'open' && missing.length > 0))
    const next = rest.find((step) => steps.indexOf(step) > steps.findIndex(({ id }) => id === 'delivery')) ?? rest[0]
    if (next) open(next.id, next.id)
  }
  const opening = useOpening()
  const mayOpen = may('settings.write') && !facts.open
  return (
    <>
      <PageHead title={progressOf(steps)} facts={<span>{timeUntil(steps, facts.name)}</span>}>
        <a className="btn" href="/">
          <Icon of={ArrowUpRight} />
          <span>Look at the shop</span>
        </a>
        {mayOpen && (
          <Button
            kind={missing.length === 0 ? 'primary' : ''}
            disabled={missing.length > 0 || opening.busy}
            {...(missing.length > 0 && { 'aria-describedby': 'open-why' })}
            onClick={opening.open}
          >
            Open the shop
          </Button>
        )}
      </PageHead>
      <div className="cols start">
        <div>
          <ol className="todo7" ref={list}>
            {steps.map((step, i) => (
              <li key={step.id} data-step={step.id} {...(step === now ? { 'data-now': '' } : step.done ? { 'data-done': '' } : {})}>
                <div className="t7">
                  <i aria-hidden="true">{step.done ? <Icon of={Check} /> : i + 1}</i>
                  <span className="two">
                    <b>
                      {step.name}
                      <span className="vh">{step.done ? ', done' : ', not done yet'}</span>
                    </b>
                    <span>{step.about}</span>
                  </span>
                  <span className="min">{step.done ? '' : `${step.minutes} min`}</span>
                  {(step.id === 'order' || step.id === 'open') && !step.done && missing.length > 0 ? (
                    <span className="st" data-tone="wait">
                      <Glyph of="c-ring" />
                      {afterSteps(missing)}
                    </span>
                  ) : isInline(step) && (!step.done || step === now) ? (
                    step !== now && (
                      <Button small aria-label={`${step.does}: ${step.name}`} onClick={() => open(step.id, step.id)}>
                        {step.does}
                      </Button>
                    )
                  ) : step.id === 'open' && !step.done ? (
                    mayOpen && (
                      <Button small aria-label={`${step.does}: ${step.name}`} disabled={opening.busy} onClick={opening.open}>
                        {step.does}
                      </Button>
                    )
                  ) : (
                    <Go step={step} isNow={step === now} />
                  )}
                </div>
                {step === now && isInline(step) && (
                  <DeliveryStep
                    delivery={delivery}
                    country={country}
                    onBegin={() => setOpened('delivery')}
                    onDone={() => open(undefined, 'delivery')}
                    onLater={later}
                  />
                )}
              </li>
            ))}
          </ol>
          <div className="cols halves tail">
            <div>
              <section className="sec" aria-labelledby="before">
                <header className="sec-h">
                  <h2 id="before">You had a shop before?</h2>
                </header>
                <p className="soft">Products and their pictures come along. You see every row before anything is written.</p>
                <p className="from">
                  {sources.map((source) => (
                    <Link key={source} className="btn small" to="/products/import" aria-label={`Import from: ${source}`}>
                      <span>{source}</span>
                    </Link>
                  ))}
                </p>
              </section>
            </div>
            <div>
              <SampleProducts shop={facts.name} of={samples} />
            </div>
          </div>
        </div>
        <aside className="rail" aria-label="What a shopper can do">
          <section className="sec">
            <header className="sec-h">
              <h2>A shopper can now</h2>
            </header>
            <ul className="evid">
              {abilitiesOf(facts).map(({ says, can }) => (
                <li key={says} {...(can ? { 'data-ok': '' } : { 'data-no': '' })}>
                  <Icon of={can ? CircleCheck : CircleX} />
                  <span className="grow">{can ? says : `not ${says}`}</span>
                </li>
              ))}
            </ul>
            {!facts.open ? (
              <p className="hint" id="open-why">
                {missing.length > 0 ? `${opensWhen(missing)} ` : ''}Until it is opened, visitors read “Opening soon”, and you see it all.
              </p>
            ) : (
              missing.length > 0 && <p className="hint">{sellsWhen(missing)}</p>
            )}
          </section>
          <section className="sec">
            <header className="sec-h">
              <h2>Your shop</h2>
            </header>
            <ShopPreview name={facts.name} products={products} />
            <p className="row between shop-at">
              <span className="mono small soft">{location.host}</span>
              <Link className="a small" to="/storefront">
                Change the look
              </Link>
            </p>
          </section>
          <section className="sec">
            <header className="sec-h">
              <h2>Good to know</h2>
            </header>
            <ul className="stack-s soft">
              <li>
                The search finds any page and setting. <Keys of={['⌘', 'K']} />
              </li>
              <li>Each step is done as soon as it is true; none has to be done here.</li>
              <li>
                <Link className="a" to="/system">
                  System
                </Link>{' '}
                says what is missing before the shop goes public.
              </li>
            </ul>
          </section>
        </aside>
      </div>
    </>
  )
}

function Go({ step, isNow }: { step: Step; isNow: boolean }) {
  const says = step.done ? step.again : step.does
  const look = step.done ? 'btn link' : isNow ? 'btn primary small' : 'btn small'
  const name = `${says}: ${step.name}`
  if (step.id === 'order' && !step.done)
    return (
      <a className={look} href="/" aria-label={name}>
        <span>{says}</span>
      </a>
    )
  return (
    <Link className={look} to={step.id === 'order' ? '/orders' : step.to} aria-label={name}>
      <span>{says}</span>
    </Link>
  )
}
