import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // What goes wrong on a page is said inside the frame of the shop, so header and bag stay.
  layout('routes/frame.tsx', [
    index('routes/home.tsx'),
    route('products', 'routes/all.tsx'),
    route('products/:slug', 'routes/product.tsx'),
    route('gift-card', 'routes/gift-card.tsx'),
    route('collections/:slug', 'routes/collection.tsx'),
    route('search', 'routes/search.tsx'),
    route('cart', 'routes/cart.tsx'),
    route('checkout/:id', 'routes/checkout-steps.tsx'),
    route('pay/:id', 'routes/pay.tsx'),
    route('orders/:id', 'routes/order-status.tsx'),
    route('orders/:id/thank-you', 'routes/thank-you.tsx'),
    route('recover/:id', 'routes/recover.tsx'),
    route('sandbox/3-d-secure/:id', 'routes/sandbox-bank.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('checkout', 'routes/checkout.tsx'),
  route('checkout/:id/return', 'routes/checkout-return.tsx'),
  route('pay/:id/return', 'routes/pay-return.tsx'),
  route('search/suggest', 'routes/suggest.ts'),
  route('cart/begin', 'routes/begin.ts'),
] satisfies RouteConfig
