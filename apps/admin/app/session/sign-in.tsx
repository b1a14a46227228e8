import { useEffect, useState } from 'react'
import { Form, redirect, useActionData, useNavigation } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { type ShopFacts, useShop } from '../shop.ts'
import { type SignInRefusal, signedIn, signIn } from './session.ts'

/** Only to a page of the admin. */
const pageOf = (from: string | null): string => (from?.startsWith('/') && !from.startsWith('//') ? from : '/')

export async function loader({ request }: { request: Request }) {
  return (await signedIn()) ? redirect(pageOf(new URL(request.url).searchParams.get('to'))) : null
}

export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const done = await signIn(String(form.get('email')), String(form.get('password')), form.has('stay'))
  return 'reason' in done ? done : redirect(pageOf(new URL(request.url).searchParams.get('to')))
}

function wordsOf(refused: SignInRefusal): string {
  switch (refused.reason) {
    case 'wrong':
      return `Mail and password do not match. ${triesWords(refused.triesLeft)}`
    case 'paused':
      return `Too many tries. The next one is heard in ${pauseWords(refused.seconds)}.`
    case 'unreachable':
      return 'The shop does not answer. Nothing was sent; try again in a moment.'
  }
}

const triesWords = (left: number): string =>
  left === 0 ? 'Now there is a pause of one minute.' : `${left === 1 ? 'One more try' : `${left} more tries`}, then a pause of one minute.`

const pauseWords = (seconds: number): string => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)

function greeting(hour: number): string {
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

const pictureOf = (shop: ShopFacts): string | undefined => shop.heroes[0]?.picture.url

/** It is what one came for. */
const focused = (field: HTMLInputElement | null) => field?.focus()

export function SignIn() {
  const shop = useShop()
  const refused = useActionData<SignInRefusal | undefined>()
  const busy = useNavigation().state !== 'idle'
  const [hour] = useState(() => new Date().getHours())
  useEffect(() => {
    document.body.classList.add('signin')
    document.title = `Sign in · ${shop.name} · Vitrine`
    return () => document.body.classList.remove('signin')
  }, [shop])
  const picture = pictureOf(shop)
  return (
    <main className="si">
      <div className="si-form">
        <p className="si-brand">
          <span className="mark">
            <Glyph of="sun" />
          </span>
          <b>{shop.name}</b>
          <span className="faint">on Vitrine</span>
        </p>
        <h1>{greeting(hour)}</h1>
        <Form method="post" className="stack">
          <TextField label="Mail" name="email" type="email" required autoComplete="username" ref={focused} maxLength={320} />
          <TextField
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
            maxLength={1000}
            error={refused && wordsOf(refused)}
          />
          <Button type="submit" kind="primary" wide disabled={busy}>
            Sign in
          </Button>
          <div className="row between small">
            <Check name="stay" defaultChecked>
              Stay signed in on this device
            </Check>
          </div>
        </Form>
      </div>
      {picture && (
        <figure className="si-pic">
          <img src={`${picture}/fit/w_2000,h_1400,q_80`} alt="" />
        </figure>
      )}
    </main>
  )
}
