import { useMoneyText } from '@vitrine/ui'
import { useEffect, useRef } from 'react'
import { AddressForm } from './address-form.tsx'
import { applyingOf } from './applying.tsx'
import type { Asks } from './asks.ts'
import { addressLines, type CheckoutView, checkoutPath, chosenOf, collects, type Step, whenOf } from './checkout.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { Memberships } from './memberships.tsx'
import { PaymentForm } from './payment-form.tsx'
import { StepSection } from './step.tsx'
import type { StepsProps } from './steps-props.ts'
import { forgetDraft } from './use-draft.ts'

/** The questions one after the other: those answered fold to a line, one is open, later ones wait. One form a step, so it works without script. */
export function Steps(props: StepsProps) {
  const { view, step, session, countries } = props
  const place = useFocusOfNewStep(step)
  useEffect(() => {
    if (step === 'delivery' || step === 'payment') forgetDraft(view.id)
  }, [step, view.id])
  const at = (asked: Step) => checkoutPath(view.id, { step: asked, session })
  const country = countries.find(([code]) => code === view.to.country)?.[1] ?? ''
  const collect = collects(view)

  const contact = (
    <StepSection name="contact" question="Who is it for?" state="done" change={at('contact')}>
      <p>{view.email}</p>
    </StepSection>
  )
  const address = (
    <StepSection
      name="address"
      question={view.goods ? 'Where does it go?' : 'Where does the invoice go?'}
      state="done"
      change={at('address')}
    >
      <p>{collect ? <Collected view={view} /> : <Lines of={addressLines(view.to, country)} />}</p>
    </StepSection>
  )
  const delivery = !view.goods || collect ? null : <StepSection name="delivery" question="When?" state="later" />
  const payment = <StepSection name="payment" question="How do you pay?" state="later" />

  return (
    <div className="co__steps" ref={place}>
      {(step === 'contact' || step === 'address') && (
        <AddressForm {...props} key={step} contact={step === 'contact' ? undefined : contact} delivery={delivery} payment={payment} />
      )}
      {step === 'delivery' && (
        <>
          {contact}
          {address}
          <DeliveryForm view={view} payment={payment} />
        </>
      )}
      {step === 'payment' && (
        <>
          {contact}
          {address}
          {delivery && (
            <StepSection name="delivery" question="When?" state="done" change={at('delivery')}>
              <Chosen view={view} />
            </StepSection>
          )}
          {view.memberships.length > 0 && <Memberships of={view.memberships} />}
          <PaymentForm
            {...props}
            otherWays={props.choosing ? undefined : checkoutPath(view.id, { step: 'payment', session }, { choose: 'yes' })}
            {...(props.asks.savedCards && Number(view.due) > 0 && { terms: savedCardTerms })}
            boxes={{
              agreement: view.settled.agreement ? undefined : agreementOf(props.asks, view),
              subscription: props.asks.subscription,
              hasPolicies: props.asks.policies.length > 0,
              applying: applyingOf(props.asks),
              unagreed: props.unagreed ?? false,
              notYet: view.notYet,
            }}
          />
        </>
      )}
    </div>
  )
}

const savedCardTerms = 'With this you order, and owe the amount. Your card is kept for what we agree on later, and for nothing else.'

/** The box to be ticked, in the words that fit what is bought. */
function agreementOf({ policyAgreement: box }: Asks, { files }: CheckoutView) {
  return box && { checkedByDefault: box.checkedByDefault, label: files ? box.labelForFiles : box.label }
}

const Lines = ({ of: lines }: { of: readonly string[] }) =>
  lines.map((line, at) => (
    <span key={line}>
      {at > 0 && <br />}
      {line}
    </span>
  ))

function Collected({ view }: { view: CheckoutView }) {
  const chosen = chosenOf(view)
  const when = chosen && whenOf(chosen)
  return (
    <Lines
      of={[
        `${view.to.firstName} ${view.to.lastName} collects it`,
        [chosen?.title, chosen?.at].filter(Boolean).join(', '),
        ...(when ? [when] : []),
      ]}
    />
  )
}

function Chosen({ view }: { view: CheckoutView }) {
  const text = useMoneyText()
  const chosen = chosenOf(view)
  if (!chosen) return null
  const price = Number(chosen.price) === 0 ? 'free' : text(chosen.price)
  return (
    <p>
      {whenOf(chosen) ?? chosen.title}
      <br />
      <span className="soft">{whenOf(chosen) ? `${chosen.title}, ${price}` : price}</span>
    </p>
  )
}

/** Who comes to the next step is led to its question, who comes to the page is not. */
function useFocusOfNewStep(step: Step) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const open = place.current?.querySelector<HTMLElement>('.step:not(.step--done, .step--later) h2')
    // Nothing is asked any more where a card is at hand.
    const asked = open ?? document.getElementById('s-payment')
    asked?.focus()
  }, [step])
  return place
}
