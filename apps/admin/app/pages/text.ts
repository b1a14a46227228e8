import type { PageField, PageKind } from '@vitrine/contract'

export const kindNames: Readonly<Record<PageKind, string>> = {
  IMPRINT: 'Imprint',
  PRIVACY: 'Privacy',
  TERMS: 'Terms of sale',
  WITHDRAWAL: 'Withdrawal',
  SHIPPING: 'Shipping',
  RETURNS: 'Returns',
  ACCESSIBILITY: 'Accessibility',
  ABOUT: 'About',
  CONTACT: 'Contact',
  OTHER: 'Other page',
}

/** Kinds of pages that the law asks for somewhere. */
export const isLegal = (kind: PageKind): boolean => !['ABOUT', 'CONTACT', 'OTHER'].includes(kind)

export const fieldNames: Readonly<Record<PageField, string>> = {
  SHOP_NAME: 'Shop name',
  EMAIL: 'Email',
  PHONE: 'Phone',
  ADDRESS: 'Address',
  COUNTRY: 'Country',
  TAX_IDS: 'Tax numbers',
  PAYMENT_METHODS: 'Payment methods',
  SHIPPING_METHODS: 'Shipping methods',
  DELIVERY_COUNTRIES: 'Delivery countries',
  DATE: 'Date of this version',
}

export const refusals: Readonly<Record<string, string>> = {
  PAGE_SLUG_TAKEN: 'Another page has this address.',
  PAGE_SLUG_RESERVED: 'The shop itself has a page at this address.',
  PAGE_KIND_TAKEN: 'There is a page of this kind already.',
  TOO_MANY_PAGES: 'There are 100 pages, which is as many as there may be.',
  PAGE_CONTENT_INVALID: 'The text is too long, or holds something that a page cannot have.',
  PAGE_EMPTY: 'Write something before you publish it.',
  PAGE_AGREED_TO: 'Customers may have agreed to this page, so it stays. You can unpublish it.',
}

/** An address made from a title: `About the studio` becomes `about-the-studio`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '')
