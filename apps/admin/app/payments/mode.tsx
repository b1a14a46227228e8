import type { PaymentSettings } from '@vitrine/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { ago } from '../orders/text.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Radio } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { LiveDialog } from './live-dialog.tsx'
import { refusalText } from './refusal-text.ts'

export type Asked = 'KEYS' | 'LIVE' | 'SANDBOX' | 'REMOVE'

interface ModeProps {
  settings: PaymentSettings
  may: boolean
  asked: Asked | undefined
  onAsk: (what: Asked | undefined) => void
}

/** Who takes the money of new orders: the merchant's account, or nobody. */
export function Mode({ settings: { mode, stripe, hasSandbox }, may, asked, onAsk }: ModeProps) {
  const say = useSay()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const fixed = stripe?.source === 'ENVIRONMENT'

  async function act(call: () => Promise<unknown>, text: string) {
    setBusy(true)
    try {
      await call()
      onAsk(undefined)
      say({ text })
      void revalidate()
    } catch (error) {
      say({ text: refusalText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="sec" aria-label="Mode">
      <header className="sec-h">
        <h2>Mode</h2>
        <p>
          {stripe?.mode === 'TEST' ? 'Stripe has test keys: its test cards pay, and no money moves.' : 'Who takes the money of new orders.'}
        </p>
      </header>
      <div className="stack">
        {fixed ? (
          <p>
            The server was started with keys of Stripe (<span className="mono">STRIPE_SECRET_KEY</span>, ending in{' '}
            <span className="mono">{stripe.last4}</span>). They are used whatever is entered here, and are changed on the server.
          </p>
        ) : (
          <>
            <div className="stack-s" role="radiogroup" aria-label="Who takes payments">
              <Radio
                name="mode"
                checked={mode === 'LIVE'}
                disabled={!may || busy || !stripe}
                onChange={() => onAsk('LIVE')}
                hint={stripe ? accountText(stripe) : 'Enter the keys of your account at Stripe first'}
              >
                Live
              </Radio>
              <Radio
                name="mode"
                checked={mode === 'SANDBOX'}
                disabled={!may || busy}
                onChange={() => onAsk('SANDBOX')}
                hint={hasSandbox ? 'Test cards pay, and no money moves' : 'This server takes no test cards: nobody pays by card'}
              >
                {hasSandbox ? 'Sandbox' : 'Off'}
              </Radio>
            </div>
            {may && (
              <div className="row">
                <Button icon={KeyRound} onClick={() => onAsk('KEYS')}>
                  {stripe ? 'Replace the keys' : 'Enter keys of Stripe'}
                </Button>
                {stripe && (
                  <Button kind="ghost warn" onClick={() => onAsk('REMOVE')}>
                    Remove
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </div>
      {asked === 'KEYS' && (
        <KeysDialog
          busy={busy}
          isFirst={!stripe}
          onClose={() => onAsk(undefined)}
          onSave={(stripeKeys) =>
            void act(() => client.paymentSettings.setStripeKeys({ stripeKeys }), 'Stripe takes the keys. They are saved.')
          }
        />
      )}
      {asked === 'LIVE' && stripe && (
        <LiveDialog
          isTest={stripe.mode === 'TEST'}
          busy={busy}
          onClose={() => onAsk(undefined)}
          onLive={() => void act(() => client.paymentSettings.setPaymentMode({ mode: 'LIVE' }), 'New orders are paid at Stripe.')}
        />
      )}
      {asked === 'SANDBOX' && (
        <Dialog
          title={hasSandbox ? 'Go back to the sandbox?' : 'Stop taking cards?'}
          does={hasSandbox ? 'Use the sandbox' : 'Take no cards'}
          kind="danger"
          busy={busy}
          onClose={() => onAsk(undefined)}
          onDo={() => void act(() => client.paymentSettings.setPaymentMode({ mode: 'SANDBOX' }), 'Stripe takes no new payments.')}
        >
          <p>
            {hasSandbox
              ? 'Shoppers can then pay with test cards alone, and no money moves.'
              : 'Shoppers can then only pay in the ways without a provider.'}{' '}
            Orders that were paid at Stripe stay as they are, and can be refunded.
          </p>
        </Dialog>
      )}
      {asked === 'REMOVE' && (
        <Dialog
          title="Remove the keys?"
          does="Remove"
          kind="danger"
          busy={busy}
          onClose={() => onAsk(undefined)}
          onDo={() => void act(() => client.paymentSettings.deleteStripeKeys(), 'The keys are removed.')}
        >
          <p>Stripe takes no new payments then. What was paid with it can only be refunded at Stripe.</p>
        </Dialog>
      )}
    </section>
  )
}

function accountText({ accountId = '', accountName, last4, mode, checkedDate, publishableKey }: NonNullable<PaymentSettings['stripe']>) {
  const checked = checkedDate && ago(checkedDate)
  return [
    `Stripe account ${accountName ?? ''} acct_…${accountId.slice(-3)}`.replace('  ', ' '),
    `${mode === 'LIVE' ? 'live' : 'test'} key …${last4}`,
    publishableKey === undefined ? 'buyers pay on Stripe’s page' : 'buyers pay in your checkout',
    checked && `checked ${checked}`,
  ]
    .filter(Boolean)
    .join(', ')
}
