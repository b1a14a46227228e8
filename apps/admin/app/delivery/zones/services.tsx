import { shortTime } from '../../orders/text.ts'
import { Status } from '../../parts/glyph.tsx'
import { useShop } from '../../shop.ts'
import type { Delivery } from '../delivery.ts'

/** The services that are asked for rates, and how they answer. */
export function Services({ delivery: { providers } }: { delivery: Delivery }) {
  const { timeZone } = useShop()
  if (providers.length === 0) return null
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Services</h2>
      </header>
      <ul className="rules one">
        {providers.map(({ appId, name, active, failing, lastAnsweredDate, lastFailure }) => (
          <li key={appId}>
            <Status
              glyph={!active ? 'c-slash' : failing ? 'c-x' : lastAnsweredDate ? 'c-full' : 'c-ring'}
              tone={!active ? 'done' : failing ? 'bad' : 'ok'}
            >
              {name || 'Gone'}
            </Status>
            <span>
              {!active
                ? 'switched off; its backup price is offered'
                : failing && lastFailure
                  ? `fails since ${shortTime(lastFailure.sinceDate, timeZone)}: ${lastFailure.description} Its backup price is offered.`
                  : lastAnsweredDate
                    ? `answered ${shortTime(lastAnsweredDate, timeZone)}`
                    : 'not asked yet'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
