import { orderFulfillments, orders, orderTransactions, search, shop } from '@vitrine/client'
import {
  abandonedCheckouts,
  cartTester,
  desk,
  draftDesk,
  draftOrders,
  orderBilling,
  orderInvoices,
  paymentLinks,
  reminders,
  taxExemptGroups,
  views,
} from '@vitrine/client/back-office'
import { createClient } from '@vitrine/client/modular'
import { staff } from './session/session.ts'

/** The platform's calls, in the name of whoever is signed in. */
export const client = createClient({
  baseUrl: '',
  auth: staff,
  modules: {
    orders,
    orderTransactions,
    orderFulfillments,
    orderBilling,
    orderInvoices,
    draftOrders,
    draftDesk,
    abandonedCheckouts,
    reminders,
    paymentLinks,
    desk,
    views,
    search,
    shop,
    cartTester,
    taxExemptGroups,
  },
})
