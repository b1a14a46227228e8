'use server'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { openShop } from '../shop/open-shop'
import type { TokenJar } from '../shop/shop'

const name = 'visitor'

/** The visitor's tokens; pages may read the cookie, actions may set it too. */
async function jarOf(writable: boolean): Promise<TokenJar> {
  const jar = await cookies()
  const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 365 * 24 * 3600 } as const
  return { get: () => jar.get(name)?.value, set: (tokens) => void (writable && jar.set(name, tokens, options)) }
}

export const products = async () => (await openShop(await jarOf(false))).products()
export const product = async (slug: string) => (await openShop(await jarOf(false))).product(slug)

export async function cart() {
  const jar = await jarOf(false)
  return jar.get() === undefined ? undefined : (await openShop(jar)).cart()
}

export async function add(form: FormData) {
  const variantId = String(form.get('variantId') ?? '')
  await (await openShop(await jarOf(true))).add(String(form.get('productId')), variantId || undefined)
  redirect('/cart')
}

export async function checkOut() {
  redirect(await (await openShop(await jarOf(true))).checkoutUrl())
}
