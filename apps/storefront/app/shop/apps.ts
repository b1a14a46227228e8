/** The catalogue among all that may sell through a cart: the published id of the stores app. */
export const catalogueApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

/** The published id of the app of gift cards. */
export const giftCardsApp = 'd80111c5-a0f4-47a8-b63a-65b54d774a27'

/** Whether another app sells it, whose page and pictures are not in this shop. */
export const isElsewhere = (reference: { readonly appId?: string | undefined } | undefined): boolean =>
  reference?.appId !== undefined && reference.appId !== catalogueApp && reference.appId !== giftCardsApp
