import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './look/index.css'
import { askToSignInAgain } from './session/again.ts'
import { whenSessionEnds } from './session/session.ts'
import * as signIn from './session/sign-in.tsx'
import { hasWritten, pageIs } from './session/written.ts'
import { Broken } from './shell/broken.tsx'
import { Gate } from './shell/gate.tsx'
import { keepingPages } from './shell/keep-page.ts'
import * as admin from './shell/layout.tsx'
import { NotReached, Waking } from './shell/waking.tsx'
import { isShopKnown, readShop } from './shop.ts'
import { chosenTheme, wear } from './theme.ts'

wear(chosenTheme())

const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter(
  [
    {
      id: 'root',
      loader: readShop,
      shouldRevalidate: () => !isShopKnown(),
      ErrorBoundary: NotReached,
      HydrateFallback: Waking,
      children: [
        { path: 'sign-in', loader: signIn.loader, action: signIn.action, shouldRevalidate: () => false, Component: signIn.SignIn },
        { path: 'join', lazy: () => import('./join/route.ts') },
        { path: 'forgot', lazy: () => import('./recovery/forgot-route.ts') },
        { path: 'new-password', lazy: () => import('./recovery/new-password-route.ts') },
        {
          id: 'admin',
          middleware: [admin.requireSession],
          loader: admin.loader,
          Component: admin.AdminLayout,
          children: [
            {
              Component: Gate,
              ErrorBoundary: Broken,
              children: [
                { index: true, lazy: () => import('./home/route.ts') },
                { path: 'start', lazy: () => import('./start/route.ts') },
                { path: 'orders', lazy: () => import('./orders/list/route.ts') },
                { path: 'orders/:id', lazy: () => import('./orders/order/route.ts') },
                { path: 'orders/:id/edit', lazy: () => import('./orders/order/edit/route.ts') },
                { path: 'returns', lazy: () => import('./returns/list-route.ts') },
                { path: 'returns/rules', lazy: () => import('./returns/rules-route.ts') },
                { path: 'returns/:id', lazy: () => import('./returns/route.ts') },
                {
                  path: 'invoices',
                  lazy: () => import('./invoices/route.ts'),
                  children: [{ path: ':id', lazy: () => import('./invoices/document-route.ts') }],
                },
                { path: 'invoices/settings', lazy: () => import('./invoices/settings-route.ts') },
                { path: 'drafts', lazy: () => import('./drafts/list/route.ts') },
                { path: 'drafts/:id', lazy: () => import('./drafts/draft/route.ts') },
                { path: 'abandoned', lazy: () => import('./abandoned/list/route.ts') },
                { path: 'abandoned/:id', lazy: () => import('./abandoned/checkout/route.ts') },
                { path: 'products', lazy: () => import('./products/list/route.ts') },
                { path: 'products/new', lazy: () => import('./products/editor/new-route.ts') },
                { path: 'products/import', lazy: () => import('./products/import/route.ts') },
                { path: 'products/import/:id', lazy: () => import('./products/import/import-route.ts') },
                { path: 'products/:id', lazy: () => import('./products/editor/route.ts') },
                { path: 'collections/:id?', lazy: () => import('./collections/route.ts') },
                { path: 'brands/:kind?', lazy: () => import('./labels/route.ts') },
                { path: 'media', lazy: () => import('./media/route.ts') },
                { path: 'inventory', lazy: () => import('./inventory/route.ts') },
                { path: 'storefront', lazy: () => import('./storefront/route.ts') },
                { path: 'navigation', lazy: () => import('./navigation/route.ts') },
                { path: 'redirects', lazy: () => import('./redirects/route.ts') },
                { path: 'pages', lazy: () => import('./pages/route.ts') },
                { path: 'pages/:id', lazy: () => import('./pages/route.ts') },
                { path: 'wishlists', lazy: () => import('./wishlists/route.ts') },
                { path: 'waiting-list', lazy: () => import('./waiting-list/route.ts') },
                { path: 'locations', lazy: () => import('./locations/route.ts') },
                { path: 'transfers', lazy: () => import('./transfers/list-route.ts') },
                { path: 'transfers/:id', lazy: () => import('./transfers/route.ts') },
                { path: 'recommendations', lazy: () => import('./recommendations/route.ts') },
                { path: 'questions', lazy: () => import('./questions/route.ts') },
                { path: 'reviews', lazy: () => import('./reviews/route.ts') },
                { path: 'members', lazy: () => import('./members/list/route.ts') },
                { path: 'members/:id', lazy: () => import('./members/member/route.ts') },
                { path: 'newsletter', lazy: () => import('./newsletter/route.ts') },
                { path: 'shipping', lazy: () => import('./delivery/zones/route.ts') },
                { path: 'shipping/weights', lazy: () => import('./delivery/weights/route.ts') },
                { path: 'shipping/slots', lazy: () => import('./delivery/slots/route.ts') },
                { path: 'shipping/pickup-points', lazy: () => import('./delivery/pickup/route.ts') },
                { path: 'taxes', lazy: () => import('./taxes/route.ts') },
                { path: 'payments', lazy: () => import('./payments/route.ts') },
                { path: 'mail/:template?', lazy: () => import('./mail/route.ts') },
                { path: 'member-sign-in', lazy: () => import('./sign-in-settings/route.ts') },
                { path: 'shop', lazy: () => import('./general/route.ts') },
                {
                  path: 'promotions',
                  lazy: () => import('./promotions/route.ts'),
                  children: [
                    { path: 'coupons/new', lazy: () => import('./promotions/coupon/route.ts') },
                    { path: 'coupons/:id', lazy: () => import('./promotions/coupon/route.ts') },
                  ],
                },
                { path: 'promotions/rules/new', lazy: () => import('./promotions/rule/route.ts') },
                { path: 'promotions/rules/:id', lazy: () => import('./promotions/rule/route.ts') },
                {
                  path: 'gift-cards',
                  lazy: () => import('./gift-cards/route.ts'),
                  children: [{ path: ':id', lazy: () => import('./gift-cards/card-route.ts') }],
                },
                { path: 'cart-tester', lazy: () => import('./cart-tester/route.ts') },
                { path: 'more', lazy: () => import('./shell/more-route.ts') },
                {
                  path: 'audit',
                  lazy: () => import('./audit/route.ts'),
                  children: [{ path: ':id', lazy: () => import('./audit/entry-route.ts') }],
                },
                { path: 'personal-data', lazy: () => import('./personal-data/route.ts') },
                { path: 'system', lazy: () => import('./system/route.ts') },
                { path: 'system/jobs', lazy: () => import('./jobs/route.ts') },
                { path: 'clock', lazy: () => import('./clock/route.ts') },
                { path: 'developers', lazy: () => import('./developers/route.ts') },
                { path: 'developers/webhooks', lazy: () => import('./developers/webhooks-route.ts') },
                { path: 'developers/requests', lazy: () => import('./developers/requests-route.ts') },
                { path: 'developers/services', lazy: () => import('./developers/services-route.ts') },
                { path: 'staff', lazy: () => import('./staff/people-route.ts') },
                { path: 'staff/sessions', lazy: () => import('./staff/sessions-route.ts') },
                { path: 'staff/rules', lazy: () => import('./staff/rules-route.ts') },
                { path: 'account', lazy: () => import('./account/route.ts') },
                { path: 'sign-out', action: admin.leave },
                { path: '*', lazy: () => import('./shell/nowhere.ts') },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: '/admin', dataStrategy: keepingPages(() => router.state) },
)

whenSessionEnds((email) => {
  const { location, navigation } = router.state
  if (navigation.state === 'idle' && hasWritten()) return askToSignInAgain(email)
  void router.navigate(admin.signInFor(navigation.location ?? location), { replace: true })
  return undefined
})
router.subscribe(({ location }) => pageIs(location.pathname))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
