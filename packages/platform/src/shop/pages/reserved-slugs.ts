/** The first parts of addresses at which the shop itself answers, or may answer: no page of a merchant stands there. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `headless oauth-app redirect-session wix-data wix-privatemedia-proxy-server account account-closed account-picker admin api approval-pending assets auth authentication-management authorize back-in-stock
  back-in-stock-service billing blocked blog cart categories checkout collections consent cookies currency_converter downloads ecom exports
  favicon feeds files form-submission-service gift-card gift-cards graphql health home iam inbox index invoices locations login logged-out logout
  media members metrics mfa oauth2 oauth openapi opening-soon order orders passkey pay people previews price-alert page-previews products product
  recover redirects reference register reset resumable return returns-portal compare express viewed films review-films review-pictures review-votes review-emails reminder-emails reviews robots find-order newsletter offline unsubscribe wishlists sandbox search seen service-worker
  site-media site-properties sitemap sitemaps static stores stores-reader tags track uploads v1 v2 v3 v4 verify video vitrine webhooks well-known wishlist`.split(
    /\s+/,
  ),
)
