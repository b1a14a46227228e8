import type { Written, Wrong } from './address.ts'
import type { Answers, Asks } from './asks.ts'
import type { CardWrong } from './card.ts'
import type { CheckoutView, PayWay, Step } from './checkout.ts'
import type { Confirmation } from './element.ts'
import type { CheckoutError } from './errors.ts'
import type { KnownBuyer } from './known.ts'

export interface StepsProps {
  view: CheckoutView
  /** What is known of a buyer who is signed in. */
  known: KnownBuyer | undefined
  /** What the shop shows and asks here. */
  asks: Asks
  /** What was answered on a page without script. */
  answers: Answers | undefined
  /** The terms were not agreed to. */
  unagreed: boolean | undefined
  step: Step
  session: string | undefined
  countries: readonly (readonly [code: string, name: string])[]
  /** Names the payment that the form asks for. */
  payKey: string
  wrong: Wrong | undefined
  wrongCard: CardWrong | undefined
  /** What a page without script had written. */
  written: Written | undefined
  holder: string | undefined
  /** How it may be paid, and how somebody has just tried to. */
  ways: readonly PayWay[]
  by: string | undefined
  /** Another way than the one that is at hand is to be chosen. */
  choosing: boolean
  error: CheckoutError | undefined
  /** The payment that the provider's form has to confirm; its order exists already. */
  confirmation: Confirmation | undefined
}
