import { Button, Icon } from '@vitrine/ui'
import { CreditCard } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Moment } from '../orders/moment.tsx'
import type { SavedCard } from './saved-cards.ts'

/** The saved cards, each with what its owner agreed to, and a way to remove it. */
export function Cards({ of: cards, paying }: { of: readonly SavedCard[]; paying: readonly string[] }) {
  const navigation = useNavigation()
  return (
    <ul className="srows">
      {cards.map(({ id, name, until, over, first, agreement }) => (
        <li className="srow" key={id}>
          <Icon of={CreditCard} />
          <span className="srow__t">
            <span>{name}</span>
            <span className="soft small">
              {first && cards.length > 1 && 'First choice. '}
              {until && (over ? `Ran out in ${until}` : `Good until ${until}`)}
              {until && '. '}
              {paying.includes(id) ? 'Pays for what comes again. ' : ''}
              {!agreement && 'It is not offered at the checkout.'}
            </span>
            {agreement && (
              <details className="proof proof--flush">
                <summary className="small">
                  <span className="link">
                    How we know<span className="sr"> that {name} may be kept</span>
                  </span>
                </summary>
                <p className="small soft">
                  <Moment at={agreement.date} />, at the checkout: “{agreement.text}”
                </p>
              </details>
            )}
          </span>
          <div className="srow__a small">
            {agreement && !over && !first && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="first-card" />
                <input type="hidden" name="card" value={id} />
                <button className="link small">
                  Make it the first<span className="sr">: {name}</span>
                </button>
              </Form>
            )}
            <details className="opens">
              <summary>
                <span className="link small">
                  Remove<span className="sr"> {name}</span>
                </span>
              </summary>
              <Form method="post" className="cancel__form" preventScrollReset>
                <input type="hidden" name="intent" value="no-card" />
                <input type="hidden" name="card" value={id} />
                <p className="soft">
                  Its bank forgets it for this shop.{' '}
                  {paying.includes(id)
                    ? 'What comes again is not ended by that: we ask for its next payment by letter.'
                    : 'What is ordered already stays as it is.'}
                </p>
                <Button small line busy={navigation.formData?.get('card') === id}>
                  Take it out
                </Button>
              </Form>
            </details>
          </div>
        </li>
      ))}
    </ul>
  )
}
