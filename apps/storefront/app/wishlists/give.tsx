import { Button, buttonClass } from '@vitrine/ui'
import { type FetcherWithComponents, Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { capital, inWords } from '../shop/text.ts'
import type { EntryView, GivenView } from './lists.ts'

interface GiveProps {
  of: EntryView
  form: FetcherWithComponents<unknown>['Form']
  busy: boolean
  /** What came of the last press, where it was about this. */
  wrong: string | undefined
}

/** Below a card on the list of somebody else: give it, or rather not; or that it is given. */
export function Give({ of: entry, form: Form, busy, wrong }: GiveProps) {
  const { id, name, card, availability, given } = entry
  const said = aboutText(entry)
  const buyable = card !== undefined && (availability === 'AVAILABLE' || availability === 'CHOICE_NEEDED')
  return (
    <div className="gift__s small">
      {given && given.left > 0 && buyable && (
        <Form method="post">
          <input type="hidden" name="item" value={id} />
          <Button line small busy={busy} name="intent" value="give">
            {giveText(entry.quantity, given)}
            <span className="sr"> {name}</span>
          </Button>
        </Form>
      )}
      {given && given.byMe > 0 && (
        <Form method="post" className="tag">
          <span className="dot" aria-hidden="true" />
          {entry.quantity === 1 ? 'You give this.' : `You give ${inWords(given.byMe)}.`}
          <input type="hidden" name="item" value={id} />
          <button className="link" name="intent" value="take-back">
            Rather not<span className="sr"> {name}</span>
          </button>
        </Form>
      )}
      {given && given.left === 0 && given.byMe === 0 && (
        <span className="tag">
          <span className="dot" aria-hidden="true" />
          {given.on ? `Given, on ${given.on}` : 'Given'}
        </span>
      )}
      {!given && card && availability !== 'SOLD_OUT' && (
        <Link className={buttonClass({ line: true, small: true })} to={to.product(card.slug, entry.choices)}>
          Look at it<span className="sr"> {name}</span>
        </Link>
      )}
      {availability === 'SOLD_OUT' && given?.left !== 0 && <span className="soft">Sold out</span>}
      {said && <span className="soft">{said}</span>}
      {wrong && (
        <span className="error" role="alert">
          {wrong}
        </span>
      )}
    </div>
  )
}

const giveText = (quantity: number, { byMe }: GivenView): string =>
  quantity === 1 ? 'I give this' : byMe > 0 ? 'I give one more' : 'I give one'

/** `Oat. Six wished for, two given. The large ones` */
function aboutText({ chosen, quantity, note, given }: EntryView): string {
  const howMany =
    quantity > 1 && `${capital(inWords(quantity))} wished for${given && given.given > 0 ? `, ${inWords(given.given)} given` : ''}`
  return [chosen, howMany, note].filter(Boolean).join('. ')
}
