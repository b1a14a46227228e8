import type { Refused } from '@vitrine/client'

/** The widget's answer, as the platform wants it. */
export function captchaOf(form: FormData) {
  const solved = String(form.get('captcha') ?? '')
  if (!solved) return {}
  return { captchaTokens: [form.get('captcha-kind') === 'invisible' ? { InvisibleRecaptcha: solved } : { Recaptcha: solved }] }
}

/** Nobody was asked, or the answer did not count: somebody is asked where it can be seen. */
export const asksForCaptcha = ({ code }: Pick<Refused, 'code'>): boolean => code === '-19971' || code === '-19970'

/** What is said to that. */
export const notCounted = (form: FormData): string =>
  form.get('captcha-kind') === 'visible' && form.get('captcha')
    ? 'The box did not count this time. Tick it again, please.'
    : 'Tick the box as well, please. It tells you from a program.'
