import type { EmailBranding } from './branding.ts'

/** `21 January` */
export const dayOf = (at: Date, { locale, timeZone }: Pick<EmailBranding, 'locale' | 'timeZone'>): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone }).format(at)
