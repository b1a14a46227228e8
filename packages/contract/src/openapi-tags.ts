/** A domain of the contract, as the reference and the explorer list it. */
export interface Tag {
  readonly name: string
  readonly description: string
}

interface Domain extends Tag {
  /** The paths of the domain; the first domain that matches a path wins. */
  readonly paths: RegExp
}

const domains: readonly Domain[] = [
  {
    name: 'Tokens and sign-in',
    description: 'Tokens of visitors, members, users and apps; passwords, passkeys, one-time codes and social sign-in.',
    paths:
      /^\/oauth2\/|\/iam\/|\/sign-in|\/captcha|\/authorize-requests|\/device-accounts|\/signing-keys|\/redirect-sessions?\b|redirects-api/,
  },
  {
    name: 'Apps, API keys and webhooks',
    description: 'Who else may speak with the shop, what they are told of, and the service plug-ins that the shop asks.',
    paths: /oauth-app|\/apps|\/api-keys|\/webhook|\/request-log|\/service-plugins/,
  },
  { name: 'Staff and audit', description: 'Users of the admin, their roles, and the log of what they did.', paths: /\/staff|\/audit/ },
  {
    name: 'Reviews',
    description: 'Reviews of products and questions about them, their moderation, replies, votes and emails.',
    paths: /\/reviews|\/questions/,
  },
  { name: 'Recommendations', description: 'What goes with a product or a cart, and why.', paths: /\/recommendations/ },
  {
    name: 'Back in stock and price alerts',
    description: 'Who is told when goods arrive or prices fall.',
    paths: /back-in-stock|\/waiting-list|\/price-alerts/,
  },
  { name: 'Wish lists', description: 'What members and visitors save for later.', paths: /\/wishlists/ },
  { name: 'Newsletter', description: 'Subscribers with proof of their consent.', paths: /\/newsletter/ },
  {
    name: 'Subscriptions and memberships',
    description: 'What is bought again and again, and what memberships give.',
    paths: /subscription|\/memberships/,
  },
  {
    name: 'Members',
    description: 'Member accounts, their addresses, sessions and personal data.',
    paths: /\/members|\/vitrine\/v1\/me\b|\/personal-data|\/retention|\/consents/,
  },
  { name: 'Gift cards', description: 'Gift cards as products, their balances and redemptions.', paths: /gift-card/ },
  {
    name: 'Discounts',
    description: 'Coupons, automatic discount rules, and trying them on a cart.',
    paths: /\/coupons|\/discount-|\/promotions|\/cart-tester/,
  },
  {
    name: 'Inventory',
    description: 'Stock items, their locations, movements and transfers.',
    paths: /inventory|\/stores\/v3\/locations/i,
  },
  {
    name: 'Collections and categories',
    description: 'Collections of products, by hand and by rule, and the category tree.',
    paths: /\/collections|categor/,
  },
  {
    name: 'Products',
    description: 'Products with options and variants, brands, ribbons, info sections, imports and bulk changes.',
    paths: /\/products|\/variants|\/brands|\/ribbons|\/info-sections|\/customizations|\/provision|\/product-/,
  },
  { name: 'Search', description: 'Full-text search with facets.', paths: /^\/vitrine\/v1\/search/ },
  {
    name: 'Abandoned checkouts',
    description: 'Checkouts that nobody completed, and the emails that bring buyers back.',
    paths: /abandoned|\/recovery/,
  },
  {
    name: 'Carts',
    description: 'The current cart and carts by id; totals of line items that are in no cart.',
    paths: /\/carts|\/calculate-totals/,
  },
  {
    name: 'Payments',
    description: 'Placing orders with their payment, payment methods, transactions, refunds and chargebacks.',
    paths: /payment|place-order|\/sandbox|order-billing/,
  },
  { name: 'Checkout', description: 'Checkouts, their form and their settings.', paths: /\/checkout/ },
  { name: 'Draft orders', description: 'Orders that the merchant writes, and their invoices.', paths: /\/draft-orders/ },
  { name: 'Returns', description: 'What buyers send back, from the request to the refund.', paths: /\/returns/ },
  {
    name: 'Fulfillment and delivery',
    description: 'Shipments with their tracking; delivery profiles, regions, rates, pickup and local delivery.',
    paths: /fulfillment|packing-slips|deliver|pickup|\/shipping-/,
  },
  { name: 'Taxes and invoices', description: 'Tax groups, regions, calculation, and invoices.', paths: /^\/billing\/|\/taxes|\/invoices/ },
  {
    name: 'Orders',
    description: 'Orders, their activities, settings and exports.',
    paths: /\/orders|\/order-|orders-settings|additional-fees/,
  },
  { name: 'Media', description: 'Files and folders: upload, import, search, trash, signed links.', paths: /site-media|\/media/ },
  {
    name: 'Pages and look',
    description: 'Text pages, navigation, the look of the shop, redirects of old addresses.',
    paths: /page|\/navigation|\/look|\/url-redirects|\/missing-paths/,
  },
  { name: 'Emails', description: 'What the shop sent, its sender, and the inbox of a shop that tries things out.', paths: /email|\/inbox/ },
  {
    name: 'Shop and settings',
    description: 'What the shop says of itself: properties, locations, currencies, settings.',
    paths: /settings|site-properties|\/locations|currenc|\/shop\b|\/properties/,
  },
  {
    name: 'Operations of the shop',
    description: 'Dashboard, background jobs, checks of the system, the store clock.',
    paths: /\/dashboard|\/jobs|\/system-checks|\/store-clock|\/views|\/exports/,
  },
  {
    name: 'Published sites',
    description: 'What the scripts of a published site ask for.',
    paths: /^\/assets\/|^\/wix-data\//,
  },
]

/** In display order. */
export const tags: readonly Tag[] = domains.map(({ name, description }) => ({ name, description }))

/** The domain of a path: `Carts` for `/ecom/v1/carts/current`. */
export function tagOf(path: string): string {
  const domain = domains.find(({ paths }) => paths.test(path))
  if (!domain) throw new Error(`no domain of openapi-tags.ts has ${path}`)
  return domain.name
}
