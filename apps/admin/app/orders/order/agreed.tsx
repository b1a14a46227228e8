import type { Order } from '@vitrine/contract'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { useAnswer } from '../../parts/answer.ts'
import { useShop } from '../../shop.ts'
import { shortDate } from '../text.ts'

/** What the buyer agreed to with the order: when, in which words, and which version of which page. */
export function Agreed({ order }: { order: Order }) {
  const { timeZone } = useShop()
  const consents = useAnswer({
    ask: (signal) =>
      client.checkoutForm
        .queryConsents({ query: { filter: { orderId: order.id! }, cursorPaging: { limit: 10 } } }, { signal })
        .then((answer) => answer.consents),
    of: order.id,
    ms: 0,
  })
  if (!consents || consents.length === 0) return null
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Agreed to</h2>
      </header>
      <ul className="stack-s">
        {consents.map(({ id, words, pages = [], createdDate }) => (
          <li key={id} className="two">
            <span>“{words}”</span>
            <span className="small soft">
              {pages.map((page) => (
                <span key={page.id}>
                  <Link className="a" to={`/pages/${page.id}`}>{`${page.title}, version ${page.version}`}</Link>,{' '}
                </span>
              ))}
              <time dateTime={createdDate}>{shortDate(createdDate, timeZone)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
