import type { CartTest } from '@vitrine/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { money } from '../orders/sums.ts'
import { Button } from '../parts/button.tsx'
import { askedOf, type Case } from './case.ts'
import { ruleText } from './reasons.ts'
import { Said } from './said.tsx'

interface CodesProps {
  asked: Case
  test: CartTest | undefined
  onTurn: (change: Partial<Case>) => void
}

/** What the buyer types in. The code of a gift card is asked about once, and then stands nowhere. */
export function Codes({ asked, test, onTurn }: CodesProps) {
  const [said, setSaid] = useState<string>()
  const coupon = test?.rules.find(({ kind }) => kind === 'COUPON')
  const { giftCard } = test ?? {}
  const currency = test?.checkout.currency ?? 'EUR'
  async function useCard(code: string) {
    const tested = askedOf(asked)
    if (code === '' || !tested) return setSaid(code === '' ? undefined : 'Add an item first.')
    const { giftCardId: _, ...rest } = tested
    const { cartTest } = await client.cartTester.testCart({ ...rest, giftCardCode: code })
    const { id, error } = cartTest.giftCard ?? {}
    setSaid(error?.description)
    if (id && !error) onTurn({ card: id })
  }
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Codes</h2>
      </header>
      <div className="grid2">
        <Said
          label="Coupon"
          mono
          value={asked.coupon}
          error={coupon && !coupon.given ? `It ${ruleText(coupon, currency, 'UTC')}.`.replace('It no coupon', 'No coupon') : undefined}
          onSay={(code) => onTurn({ coupon: code })}
        />
        {asked.card === '' ? (
          <Said
            label="Gift card"
            mono
            value=""
            error={said}
            hint="The link to this page does not contain its code."
            onSay={(code) => void useCard(code).catch(() => setSaid('The shop did not answer.'))}
          />
        ) : (
          <div className="field">
            <span className="label">Gift card</span>
            <span className="row">
              <span className="mono">•••• {giftCard?.suffix ?? '····'}</span>
              <span className="faint">
                {giftCard?.error?.description ?? (giftCard?.balance ? `${money(giftCard.balance, currency)} on it` : '')}
              </span>
              <Button kind="ghost" small icon={X} onClick={() => onTurn({ card: '' })}>
                Take it out
              </Button>
            </span>
          </div>
        )}
      </div>
    </section>
  )
}
