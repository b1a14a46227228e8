/** The app under whose name the shop's own catalogue sells. */
export const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

/** The catalogue answers to both ids that published clients know it by. */
export const catalogueApps: ReadonlySet<string> = new Set(['1380b703-ce81-ff05-f115-39571d94dfcd', storesApp])

/** The app behind the shop's own memberships. */
export const membershipsApp = '4d1bba6c-3f0e-4f1b-9c5a-0a5f6f2d8f61'

/** The app behind the shop's own gift cards. */
export const giftCardsApp = 'd80111c5-a0f4-47a8-b63a-65b54d774a27'

/** Whether a thing is in the catalogue of another app, which a service of that app answers for. */
export const isElsewhere = ({ appId }: { readonly appId: string }): boolean =>
  !catalogueApps.has(appId.toLowerCase()) && appId.toLowerCase() !== giftCardsApp
