import { Refused } from '@vitrine/client'
import type { OfflinePaymentMethod, PaymentSettings, SandboxBehaviour } from '@vitrine/contract'
import { ArrowDown, ArrowUp, FlaskConical, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { Script } from '../clock/script.tsx'
import { shortTime } from '../orders/text.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Check, Radio, SelectField, TextField } from '../parts/field.tsx'
import { Status } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useSay } from '../parts/toasts.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { MethodDialog } from './method-dialog.tsx'
import { type Asked, Mode } from './mode.tsx'
import { StripeMethods } from './stripe-methods.tsx'

interface Loaded {
  readonly settings: PaymentSettings
  /** What the sandbox bank does with the next payments. */
  readonly next: readonly SandboxBehaviour[]
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ paymentSettings: settings }, { next }] = await Promise.all([
    client.paymentSettings.getPaymentSettings({}, { signal }),
    client.storeClock.getSandboxScript({}, { signal }),
  ])
  return { settings, next }
}

type Change = Parameters<typeof client.paymentSettings.updatePaymentSettings>[0]['paymentSettings']

/** How buyers may pay, and what becomes of the money. */
export function Payments() {
  usePlace([{ name: 'Payments' }])
  const { settings, next } = useLoaderData<Loaded>()
  const { providers, offlineMethods, capture, savesCards } = settings
  const { timeZone } = useShop()
  const may = useMay()('settings.write')
  const say = useSay()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [editing, setEditing] = useState<OfflinePaymentMethod | 'new'>()
  const live = providers.filter(({ mode }) => mode === 'LIVE')
  const trying = providers.filter(({ mode, offered }) => mode === 'TEST' && offered)
  const hasScript = trying.some(({ id }) => id === 'sandbox')
  const nothing = providers.every(({ offered }) => !offered) && offlineMethods.every(({ active }) => active === false)

  async function change(input: Change, text: string, undo?: Change): Promise<boolean> {
    setBusy(true)
    try {
      await client.paymentSettings.updatePaymentSettings({ paymentSettings: input })
      say({ text, ...(undo && { undo: () => void change(undo, 'Back as it was.') }) })
      void revalidate()
      return true
    } catch (error) {
      say({ text: error instanceof Refused ? error.message : 'The shop did not answer. Nothing was changed.', bad: true })
      return false
    } finally {
      setBusy(false)
    }
  }
  const keep = (methods: readonly OfflinePaymentMethod[], text: string) =>
    change({ offlineMethods: [...methods] }, text, { offlineMethods })
  const move = (at: number, by: number) => {
    const methods = offlineMethods.toSpliced(at, 1).toSpliced(at + by, 0, offlineMethods[at]!)
    return keep(methods, `${offlineMethods[at]!.name} is number ${at + by + 1} of those without a provider.`)
  }
  const setCapture = (held: boolean, action?: 'CAPTURE' | 'VOID', afterDays?: number) =>
    change(
      { capture: { held, ...(action && { action }), ...(action && afterDays && { afterDays }) } },
      held ? 'Payments of new orders are authorised, and captured later.' : 'Payments of new orders are captured at once.',
      { capture },
    )
  return (
    <>
      {trying.length > 0 && (
        <div className="banner" role="note">
          <Icon of={FlaskConical} />
          <p>
            <b>{trying.map(({ name }) => name).join(' and ')} in test mode.</b> No bank is asked and no money moves.
          </p>
          <div className="acts">
            {hasScript && (
              <a className="btn small" href="#script">
                Script
              </a>
            )}
            {may && settings.stripe?.source !== 'ENVIRONMENT' && settings.mode === 'SANDBOX' && (
              <Button small onClick={() => setAsked(settings.stripe ? 'LIVE' : 'KEYS')}>
                Go live…
              </Button>
            )}
          </div>
        </div>
      )}
      <PageHead
        title="Payments"
        facts={
          nothing ? (
            <Status glyph="c-x" tone="bad">
              Nobody can pay
            </Status>
          ) : (
            trying.length > 0 &&
            live.every(({ offered }) => !offered) && (
              <Status glyph="t-warn" tone="warn">
                Sandbox
              </Status>
            )
          )
        }
      />
      <div className="settings">
        <Mode settings={settings} may={may} asked={asked} onAsk={setAsked} />
        {settings.stripe && (
          <StripeMethods
            key={`${settings.stripe.accountId} ${settings.stripe.mode}`}
            may={may}
            inCheckout={settings.stripe.publishableKey !== undefined}
          />
        )}
        <section className="sec">
          <header className="sec-h">
            <h2>Providers</h2>
            <p>Those that take new payments. Their keys are shown nowhere.</p>
          </header>
          <Table
            caption="Providers"
            className="in one paylist"
            headHidden
            head={
              <>
                <Head>Provider</Head>
                <Head>State</Head>
                <Head>Offered</Head>
              </>
            }
          >
            {providers.map(({ id, name, mode, offered, lastHeardDate }) => (
              <Tr key={id} {...(!offered && { 'data-quiet': '' })}>
                <RowHead>{name}</RowHead>
                <Td className="soft">
                  {mode === 'LIVE' ? 'live key' : id === 'sandbox' ? 'simulated bank' : 'test key'}
                  {', '}
                  {lastHeardDate ? `last webhook ${shortTime(lastHeardDate, timeZone)}` : 'no webhook received yet'}
                </Td>
                <Td className="fit">
                  <Toggle
                    hidden
                    checked={offered}
                    disabled={!may || busy}
                    onTurn={(on) =>
                      void change({ providers: [{ id, offered: on }] }, `${name} is ${on ? 'offered' : 'not offered any more'}.`, {
                        providers: [{ id, offered }],
                      })
                    }
                  >
                    Offer {name}
                  </Toggle>
                </Td>
              </Tr>
            ))}
          </Table>
          {live.length === 0 && <p className="hint">No provider takes real money yet.</p>}
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Without a provider</h2>
            <p>The order stands at once, and the money comes by hand. In the order the checkout shows them.</p>
          </header>
          <div className="stack">
            {offlineMethods.length > 0 && (
              <Table
                caption="Payment methods without a provider"
                className="in one paylist"
                headHidden
                head={
                  <>
                    <Head>Method</Head>
                    <Head>Words</Head>
                    <Head>Order</Head>
                    <Head>Offered</Head>
                  </>
                }
              >
                {offlineMethods.map((method, i) => (
                  <Tr key={method.id} {...(method.active === false && { 'data-quiet': '' })}>
                    <RowHead>{method.name}</RowHead>
                    <Td className="soft">{[only[method.onlyFor ?? ''], method.hint].filter(Boolean).join('. ')}</Td>
                    <Td className="fit">
                      {may && (
                        <span className="row">
                          <IconButton
                            icon={ArrowUp}
                            small
                            name={`${method.name} up`}
                            disabled={busy || i === 0}
                            onClick={() => void move(i, -1)}
                          />
                          <IconButton
                            icon={ArrowDown}
                            small
                            name={`${method.name} down`}
                            disabled={busy || i === offlineMethods.length - 1}
                            onClick={() => void move(i, 1)}
                          />
                          <IconButton icon={Pencil} small name={`Edit ${method.name}`} onClick={() => setEditing(method)} />
                        </span>
                      )}
                    </Td>
                    <Td className="fit">
                      <Toggle
                        hidden
                        checked={method.active !== false}
                        disabled={!may || busy}
                        onTurn={(active) =>
                          void keep(
                            offlineMethods.map((one) => (one.id === method.id ? { ...one, active } : one)),
                            `${method.name} is ${active ? 'offered' : 'not offered any more'}.`,
                          )
                        }
                      >
                        Offer {method.name}
                      </Toggle>
                    </Td>
                  </Tr>
                ))}
              </Table>
            )}
            {may && (
              <div className="row">
                <Button icon={Plus} onClick={() => setEditing('new')}>
                  Add a payment method
                </Button>
              </div>
            )}
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Capture</h2>
            <p>Card authorisations last seven days at most.</p>
          </header>
          <div className="stack">
            <div className="stack-s" role="radiogroup" aria-label="When payments are captured">
              <Radio name="capture" checked={!capture.held} disabled={!may || busy} onChange={() => void setCapture(false)}>
                At once, with the order
              </Radio>
              <Radio
                name="capture"
                checked={capture.held}
                disabled={!may || busy}
                onChange={() => void setCapture(true, 'CAPTURE', 6)}
                hint="The amount is authorised on the card. You capture it when a shipment is sent, or by hand."
              >
                Later
              </Radio>
            </div>
            {capture.held && (
              <div className="grid2">
                <SelectField
                  label="If nobody captures it"
                  value={capture.action ?? ''}
                  disabled={!may || busy}
                  onChange={({ target }) =>
                    void setCapture(true, target.value === '' ? undefined : (target.value as 'CAPTURE' | 'VOID'), capture.afterDays ?? 6)
                  }
                >
                  <option value="CAPTURE">capture all of it</option>
                  <option value="VOID">void it</option>
                  <option value="">leave it to me</option>
                </SelectField>
                {capture.action && (
                  <TextField
                    key={capture.afterDays}
                    label="After"
                    after="days"
                    end
                    inputMode="numeric"
                    disabled={!may || busy}
                    defaultValue={capture.afterDays}
                    onBlur={({ target }) => {
                      const days = Number(target.value)
                      if (Number.isInteger(days) && days >= 1 && days <= 7 && days !== capture.afterDays)
                        void setCapture(true, capture.action, days)
                      else target.value = String(capture.afterDays)
                    }}
                  />
                )}
              </div>
            )}
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Saved cards</h2>
          </header>
          <Check
            checked={savesCards}
            disabled={!may || busy}
            onChange={({ target }) =>
              void change(
                { savesCards: target.checked },
                target.checked ? 'Cards of new orders are saved.' : 'Cards are not saved any more.',
                {
                  savesCards,
                },
              )
            }
            hint="With the provider, never here; the checkout says so beside its button. What is bought again and again keeps its card either way."
          >
            Save the card of an order for later charges that the buyer agrees to
          </Check>
        </section>
        {hasScript && <Script next={next} may={may} />}
      </div>
      {editing && (
        <MethodDialog
          method={editing === 'new' ? undefined : editing}
          taken={[...providers, ...offlineMethods].map(({ id }) => id)}
          busy={busy}
          onClose={() => setEditing(undefined)}
          onSave={async (method) => {
            const others = offlineMethods.some(({ id }) => id === method.id)
              ? offlineMethods.map((one) => (one.id === method.id ? method : one))
              : [...offlineMethods, method]
            if (await keep(others, `${method.name} is saved.`)) setEditing(undefined)
          }}
          onDelete={async ({ id, name }) => {
            if (
              await keep(
                offlineMethods.filter((one) => one.id !== id),
                `${name} is deleted. Orders that chose it keep its words.`,
              )
            )
              setEditing(undefined)
          }}
        />
      )}
    </>
  )
}

const only: Readonly<Record<string, string>> = { PICKUP: 'For what is collected', SHIPPING: 'For what is sent' }
