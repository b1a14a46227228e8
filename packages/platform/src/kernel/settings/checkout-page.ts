import type { AgreedPage, PageKind } from '@vitrine/contract'
import { type CheckoutPageSettings } from './checkout-page-settings.ts'
import { agreedVersions, type NamedProvider } from './page-fields.ts'
import type { PublishedPageEntry } from './page-settings.ts'
import type { CommerceSettings, Sections } from './sections.ts'

const nothing = { visible: false, content: '' }

/** As it is before the merchant says anything. The shop's own gift cards come with it, so they are taken. */
export const freshCheckoutPage: CheckoutPageSettings = {
  checkoutPolicies: {
    termsAndConditions: nothing,
    privacyPolicy: nothing,
    returnPolicy: nothing,
    digitalItemPolicy: nothing,
    contactUs: nothing,
    customPolicy: { ...nothing, title: '' },
  },
  checkoutFields: {
    subscriptionCheckbox: { visible: false, checkedByDefault: false },
    policyAgreementCheckbox: { visible: false, checkedByDefault: false },
    giftCardRedeemEnabled: true,
    mitEnabled: false,
    delayCaptureEnabled: false,
    captureBeforeExpiryEnabled: true,
  },
  checkoutBillingFields: 'All_FIELDS',
}

const dayMs = 24 * 3600 * 1000

/**
 * Whether the money of new orders is only held, and what the clock does with it then: cards are held for a week, so it is taken the day before
 * that is over, or let go with it.
 */
export function heldMoney({ commerce, checkout }: Pick<Sections, 'commerce' | 'checkout'>): CommerceSettings['delayedCapture'] {
  const { delayCaptureEnabled, captureBeforeExpiryEnabled } = (checkout ?? freshCheckoutPage).checkoutFields
  if (commerce.delayedCapture || !delayCaptureEnabled) return commerce.delayedCapture
  return captureBeforeExpiryEnabled ? { action: 'CAPTURE', afterMs: 6 * dayMs } : { action: 'VOID', afterMs: 7 * dayMs }
}

/** Whether the shop saves the cards of its orders, for charges that are agreed on later. */
export const keepsCards = ({ checkout }: Pick<Sections, 'checkout'>): boolean => checkout?.checkoutFields.mitEnabled ?? false

/** A policy that is shown: its text, or the page of the shop that says it. */
export interface ShownPolicy {
  readonly name: string
  readonly title: string
  readonly content: string
  readonly digitalOnly: boolean
  readonly slug?: string
}

/** Which policy of the settings a page of a kind stands for. */
const policyOfKind: Partial<Record<PageKind, string>> = {
  TERMS: 'termsAndConditions',
  PRIVACY: 'privacyPolicy',
  RETURNS: 'returnPolicy',
  WITHDRAWAL: 'withdrawal',
  CONTACT: 'contactUs',
}

/** The pages that the checkout shows, and that a buyer agrees to where it asks for that. */
const pagesOfCheckout = ({ pages }: Pick<Sections, 'pages'>): readonly PublishedPageEntry[] =>
  (pages?.published ?? []).filter(({ inCheckout }) => inCheckout)

/** The versions of pages that a buyer agrees to at the moment; nothing where there are none. */
export function agreedPages(settings: Sections, providers: readonly NamedProvider[]): { readonly pages?: AgreedPage[] } {
  const pages = pagesOfCheckout(settings).filter(({ kind }) => kind !== 'CONTACT')
  return pages.length === 0 ? {} : { pages: agreedVersions(pages, settings, providers) }
}

/** The policies that are shown, in the order of the page. A page of the shop stands in the place of what the settings say of the same. */
export function shownPolicies(settings: Pick<Sections, 'checkout' | 'pages'>): ShownPolicy[] {
  const pages = pagesOfCheckout(settings).map(({ kind, slug, title }) => ({ name: policyOfKind[kind] ?? slug, title, slug }))
  const written = writtenPolicies(settings).filter(({ name }) => pages.every((page) => page.name !== name))
  return [...pages.map((page) => ({ ...page, content: '', digitalOnly: false })), ...written]
}

function writtenPolicies({ checkout = freshCheckoutPage }: Pick<Sections, 'checkout'>): ShownPolicy[] {
  const { termsAndConditions, privacyPolicy, returnPolicy, digitalItemPolicy, customPolicy, contactUs } = checkout.checkoutPolicies
  const all = [
    { name: 'termsAndConditions', title: 'Terms', ...termsAndConditions },
    { name: 'returnPolicy', title: 'Returns', ...returnPolicy },
    { name: 'digitalItemPolicy', title: 'Files and downloads', ...digitalItemPolicy },
    { name: 'privacyPolicy', title: 'Privacy', ...privacyPolicy },
    { name: 'customPolicy', ...customPolicy, title: customPolicy.title || 'Good to know' },
    { name: 'contactUs', title: 'Write to us', ...contactUs },
  ]
  return all
    .filter(({ visible, content }) => visible && content.trim() !== '')
    .map(({ name, title, content }) => ({ name, title, content, digitalOnly: name === 'digitalItemPolicy' }))
}

/** The sentence beside the box, as shown and as stored for proof; files are mentioned only where there are some. */
export function agreementText(settings: Pick<Sections, 'checkout' | 'pages'>, { files }: { readonly files: boolean }): string {
  const titles: Readonly<Record<string, string>> = {
    termsAndConditions: 'the terms',
    returnPolicy: 'the rules for returns',
    digitalItemPolicy: 'the rules for files and downloads',
    privacyPolicy: 'how my data is used',
    withdrawal: 'the right of withdrawal',
  }
  const own = shownPolicies(settings)
    .filter(({ name, digitalOnly }) => name !== 'contactUs' && (files || !digitalOnly))
    .map(({ name, title }) => titles[name] ?? title)
  if (own.length < 2) return `I have read ${own[0] ?? 'the terms'} and agree.`
  return `I have read ${own.slice(0, -1).join(', ')} and ${own.at(-1)}, and agree.`
}

/** The sentence beside the box that saves a card, as shown and as stored for proof. */
export const keepingText = ({ shop }: Pick<Sections, 'shop'>): string =>
  `Keep this card for my next orders at ${shop.name}. Its bank keeps the number, the shop never has it, and I can take the card out at any time.`

export const subscriptionText = ({ shop }: Pick<Sections, 'shop'>): string =>
  `Send me news and offers of ${shop.name} by e-mail. I can end that at any time.`
