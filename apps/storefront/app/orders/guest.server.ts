import { checkEmail } from '../checkout/address.ts'
import type { SaidEmail } from './confirm.tsx'

/** The email that a guest gives in a form: of their order, or what is wrong with it. Forms that ask for more may come without. */
export function readEmail(form: FormData): SaidEmail & { email: string } {
  const email = String(form.get('email') ?? '')
    .trim()
    .slice(0, 320)
  const wrong = form.get('intent') && !email ? undefined : checkEmail(email)
  return { email, ...(wrong && { wrong: { email: wrong } }) }
}

export const notTheirs = { email: 'This order was made with another e-mail.' }
