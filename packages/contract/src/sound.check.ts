// Type expectations; never run.
import * as z from 'zod'
import type { Code, EventData, Input, Ok, Received, RefusalData } from './index.ts'
import { operation, operations } from './operation.ts'
import { Guid } from './primitives.ts'

operations({
  // @ts-expect-error the path names a parameter that the input does not have
  'GET /carts/{cartId}': operation({ as: 'visitor', summary: 'Read', input: z.object({ id: Guid }), ok: z.object({}), errors: [] }),
  // @ts-expect-error not a refusal of the contract
  'GET /carts': operation({ as: 'visitor', summary: 'Read', input: z.object({}), ok: z.object({}), errors: ['OOPS'] }),
  // @ts-expect-error not an audience
  'GET /all-carts': operation({ as: 'everybody', summary: 'Read', input: z.object({}), ok: z.object({}), errors: [] }),
  'PATCH /carts/{cart.id}': operation({
    as: 'visitor',
    summary: 'A dotted parameter is a field of a field',
    input: z.object({ cart: z.object({ id: Guid }) }),
    ok: z.object({}),
    errors: [],
  }),
})

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_Fact extends true>() => undefined

// A default need not be sent, and is always received.
type Search = 'GET /vitrine/v1/search'
holds<Same<Input<Search>['limit'], number | undefined>>()
holds<Same<Received<Search>['limit'], number>>()
holds<Same<Received<Search>['inStock'], boolean | undefined>>()
holds<Same<Received<Search>['choices'], Record<string, string[]> | undefined>>()

// Null (clear) and absent (leave unchanged) are two things.
type CartInfo = NonNullable<Received<'PATCH /ecom/v1/carts/current'>['cartInfo']>
holds<Same<CartInfo['buyerNote'], string | null | undefined>>()

// What the wire promises needs no question mark.
type Answer = Ok<'GET /ecom/v1/carts/current'>['cart']
holds<Same<Answer['lineItems'][number]['quantity'], number>>()
holds<Same<Answer['currency'], string>>()
holds<Same<NonNullable<Answer['lineItems'][number]['price']>['amount'], string>>()

// Each operation has its own refusals beside the common ones, and each refusal its own facts.
holds<Same<Extract<Code<'GET /ecom/v1/orders/{id}'>, 'ORDER_NOT_FOUND' | 'CART_NOT_FOUND'>, 'ORDER_NOT_FOUND'>>()
holds<Same<Extract<Code<'GET /ecom/v1/orders/{id}'>, 'TOO_MANY_REQUESTS'>, 'TOO_MANY_REQUESTS'>>()
holds<Same<RefusalData<'ORDER_NOT_FOUND'>, undefined>>()
holds<Same<RefusalData<'ITEM_NOT_AVAILABLE'>['available'], number>>()

holds<Same<EventData<'wix.ecom.v1.order_approved'>['order']['number'], string>>()
