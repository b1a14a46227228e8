import { checkEmail } from '../checkout/address.ts'

/** The email that a guest says with a form: of their order, or what is wrong with it. */
export function readGuest(form: FormData): { readonly email: string; readonly wrong?: string } {
  const email = String(form.get('email') ?? '')
    .trim()
    .slice(0, 320)
  const wrong = form.get('intent') && !email ? undefined : checkEmail(email)
  return { email, ...(wrong && { wrong }) }
}

export const notTheirs = 'This order was made with another e-mail.'
