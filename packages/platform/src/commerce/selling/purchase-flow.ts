/** The purchase that a checkout belongs to: that of its cart, where it was made from one, so that services recognize it from cart to order. */
export const purchaseFlowIdOf = <Id extends string | undefined>({
  id,
  cartId,
}: {
  readonly id: Id
  readonly cartId?: string | null | undefined
}): string | Id => cartId ?? id
