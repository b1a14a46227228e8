import type { Context } from '../../kernel/db/context.ts'
import { agreedVersions, type NamedProvider } from '../../kernel/settings/page-fields.ts'
import type { PaymentSettings, Sections } from '../../kernel/settings/sections.ts'
import { noteAgreement } from '../members/agreements.ts'

/** The sentence of the page, with the titles as links. */
export function registrationWords(agreed: readonly string[], privacy: boolean): string {
  const list = agreed.length < 2 ? agreed[0] : `${agreed.slice(0, -1).join(', ')} and ${agreed.at(-1)}`
  return [list && `With this you agree to ${list}.`, privacy && 'We keep what the privacy page says, nothing more.']
    .filter(Boolean)
    .join(' ')
}

/** Writes down which versions of the pages that registration shows somebody agreed to by opening an account; nothing where it shows none. */
export const agreeAtRegistration =
  (providersOf: (settings: PaymentSettings) => readonly NamedProvider[]) =>
  async (context: Context, settings: Sections, memberId: string): Promise<void> => {
    const pages = (settings.pages?.published ?? []).filter(({ inRegistration }) => inRegistration)
    if (pages.length === 0) return
    const agreed = pages.filter(({ kind }) => kind !== 'PRIVACY').map(({ title }) => title)
    await noteAgreement(context, memberId, {
      words: registrationWords(agreed, agreed.length < pages.length),
      pages: agreedVersions(pages, settings, providersOf(settings.payments ?? {})),
    })
  }
