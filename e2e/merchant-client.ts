import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import type { OpenShop } from './shop.ts'

/** Products, collections, brands and bulk jobs as the merchant has them, asked for in the shop's own name. */
export const merchantClient = ({ url, apiKey: key }: Pick<OpenShop, 'url' | 'apiKey'>) =>
  createClient({ baseUrl: url, auth: apiKey(key), modules: { merchantProducts } }).merchantProducts
