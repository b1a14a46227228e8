import type { ReturnStatistics } from '@vitrine/contract'
import type { CSSProperties, ReactNode } from 'react'
import { many } from '../list/many.ts'
import { Thumb } from '../parts/thumb.tsx'
import { averageText, barOf, isOften, shareOf } from './shares.ts'

const Bar = ({ share, most, tone }: { share: number; most: number; tone?: 'bad' }) => (
  <span className="meter" {...(tone && { 'data-tone': tone })} style={{ '--v': barOf(share, most) } as CSSProperties} />
)

const Half = ({ id, title, facts, children }: { id: string; title: string; facts: string; children: ReactNode }) => (
  <div>
    <section className="sec" aria-labelledby={id}>
      <header className="sec-h">
        <h2 id={id}>{title}</h2>
        <p>{facts}</p>
      </header>
      <ul className="hbars">{children}</ul>
    </section>
  </div>
)

/** Why items came back in the last days, and which do so most. */
export function Statistics({ of: { days, returns, reasons, items, ...all } }: { of: ReturnStatistics }) {
  if (returns === 0) return null
  const mostReturns = Math.max(...reasons.map((one) => one.returns))
  const mostShare = Math.max(...items.map(shareOf))
  return (
    <div className="cols halves tail">
      <Half id="return-reasons" title="Reasons for returns" facts={`${days} days, ${many(returns, 'return', 'returns')}`}>
        {reasons.map(({ reason, returns: count }) => (
          <li key={reason}>
            <span className="ell" title={reason}>
              {reason}
            </span>
            <Bar share={count} most={mostReturns} />
            <b>{count}</b>
          </li>
        ))}
      </Half>
      {items.length > 0 && (
        <Half id="most-returned" title="Most returned products" facts={`share of what was sold; shop average ${averageText(all)}`}>
          {items.map((item) => (
            <li key={`${item.productId} ${item.variantId}`} className="wp">
              <Thumb src={item.imageId && `/media/${encodeURIComponent(item.imageId)}`} size={28} />
              <span className="ell">{[item.name, item.description].filter(Boolean).join(', ')}</span>
              <Bar share={shareOf(item)} most={mostShare} {...(isOften(item, all) && { tone: 'bad' })} />
              <b className="nowrap">
                {item.returnedQuantity} of {item.soldQuantity}
              </b>
            </li>
          ))}
        </Half>
      )}
    </div>
  )
}
