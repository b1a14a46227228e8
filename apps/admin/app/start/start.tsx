import { ArrowUpRight, Check, CircleCheck, CircleX } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { readFacts } from './read-facts.ts'
import { abilitiesOf, type Facts, progressOf, type Step, sellsWhen, stepsOf } from './steps.ts'

export const loader = ({ request: { signal } }: { request: Request }): Promise<Facts> => readFacts(signal)

/** Where products come from. */
const sources = ['Shopify', 'WooCommerce', 'Wix', 'A sheet']

/** The way from an empty shop to its first order. */
export function Start() {
  usePlace([{ name: 'Start' }])
  const facts = useLoaderData<Facts>()
  const steps = stepsOf(facts)
  const now = steps.find(({ done }) => !done)
  const missing = steps.flatMap(({ needed, done }, i) => (needed && !done ? [i + 1] : []))
  const minutes = steps.filter(({ done, needed }) => needed && !done).reduce((sum, step) => sum + step.minutes, 0)
  return (
    <>
      <PageHead
        title={progressOf(steps)}
        facts={<span>{minutes === 0 ? `${facts.name} can sell` : `about ${minutes} minutes until ${facts.name} can sell`}</span>}
      >
        <a className="btn" href="/">
          <Icon of={ArrowUpRight} />
          <span>Look at the shop</span>
        </a>
      </PageHead>
      <div className="cols start">
        <div>
          <ol className="todo7">
            {steps.map((step, i) => (
              <li key={step.id} {...(step.done ? { 'data-done': '' } : step === now ? { 'data-now': '' } : {})}>
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
                  <Go step={step} isNow={step === now} />
                </div>
              </li>
            ))}
          </ol>
          <section className="sec tail" aria-labelledby="before">
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
            {missing.length > 0 && <p className="hint">{sellsWhen(missing)}</p>}
          </section>
          <section className="sec">
            <header className="sec-h">
              <h2>Good to know</h2>
            </header>
            <ul className="stack-s soft">
              <li>
                <Keys of={['⌘', 'K']} /> finds any page and setting.
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
