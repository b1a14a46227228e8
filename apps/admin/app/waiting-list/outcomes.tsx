import type { Ok } from '@vitrine/contract'
import { money } from '../orders/sums.ts'

/** What the emails brought. */
export function Outcomes({ of: { outcomes, currency } }: { of: Ok<'GET /vitrine/v1/waiting-list/outcomes'> }) {
  const { days, withinDays, told, bought, sales, askedAgain } = outcomes
  const share = told > 0 ? `${Math.round((bought / told) * 100)} %, within ${withinDays} days` : `within ${withinDays} days`
  return (
    <section className="sec" aria-labelledby="outcomes">
      <header className="sec-h">
        <h2 id="outcomes">How emails went, last {days} days</h2>
      </header>
      <div className="delta">
        <div>
          <span>Notified</span>
          <b>{told.toLocaleString('en-GB')}</b>
        </div>
        <div>
          <span>Came and bought</span>
          <b>{bought.toLocaleString('en-GB')}</b>
          <span className="small soft">{share}</span>
        </div>
        <div>
          <span>Sales</span>
          <b>{money(sales, currency)}</b>
        </div>
        <div>
          <span>Came too late</span>
          <b>{askedAgain.toLocaleString('en-GB')}</b>
          <span className="small soft">asked again</span>
        </div>
      </div>
    </section>
  )
}
