import { attempt } from '@vitrine/client'
import { Button, Check } from '@vitrine/ui'
import { useState } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { toDestination, toSaved } from '../account/addresses.ts'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { checkField, type Destination, type Field as Name, nowhere, readWritten, type Wrong } from '../checkout/address.ts'
import { countriesIn, countryCodes, writePostcode } from '../checkout/countries.ts'
import { Place } from '../checkout/place.tsx'
import { useWrong } from '../checkout/use-wrong.ts'
import { type Account, needAccount } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-address.ts'
import '@vitrine/ui/checkout.css'

const fields: readonly Name[] = ['country', 'street', 'postcode', 'town', 'state']

/** As many as the platform stores. */
const MOST = 30

/** What is asked of a saved address: no more than a place. */
const asks = { company: 'HIDDEN', vatId: 'HIDDEN', addressLine2: 'OPTIONAL', phone: 'HIDDEN' } as const

const addressesOf = ({ member }: Account) => member.contact?.addresses ?? []

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const account = await needAccount(here)
  const addresses = addressesOf(account)
  const found = id === 'new' ? undefined : addresses.find((address) => address.id === id)
  if (id !== 'new' && !found) throw data(null, { status: 404 })
  return {
    isNew: !found,
    isOnly: addresses.length === (found ? 1 : 0),
    isFirst: found !== undefined && (found.id === account.defaultAddressId || found === addresses[0]),
    place: found ? toDestination(found) : { ...nowhere, country: here.shop.country },
    countries: countriesIn(here.shop.locale),
    shopName: here.shop.name,
  }
}

interface Said {
  wrong: Wrong
  written: Destination
}

const wrongIn = (place: Destination): Wrong =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const wrong = checkField(field, place)
      return wrong ? [[field, wrong]] : []
    }),
  )

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  const account = await needAccount(here)
  const addresses = addressesOf(account)
  const found = addresses.find((address) => address.id === id)
  if (id !== 'new' && !found) throw data(null, { status: 404 })
  const form = await request.formData()
  const { to: written } = readWritten(form)
  const place = { ...written, country: countryCodes.includes(written.country) ? written.country : '' }
  const wrong = wrongIn(place)
  if (Object.keys(wrong).length > 0) return data<Said>({ wrong, written: place }, { status: 400 })
  if (!found && addresses.length >= MOST)
    return data<Said>({ wrong: { street: 'That is one too many. Remove one that you no longer need.' }, written: place }, { status: 400 })
  const saved = { id: found?.id ?? crypto.randomUUID(), ...toSaved(place) }
  const after = found ? addresses.map((address) => (address === found ? saved : address)) : [...addresses, saved]
  const [refused] = await attempt(here.client.members.updateMember({ member: { id: account.member.id, contact: { addresses: after } } }))
  if (refused?.code === 'INVALID_ARGUMENT')
    return data<Said>({ wrong: { street: 'There is a sign in it that cannot be printed.' }, written: place }, { status: 400 })
  if (refused) throw refused
  if (form.has('first')) await here.client.myAccount.updateMyAccount({ defaultAddressId: saved.id })
  throw redirect(ways.profile, 303)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.isNew ? 'A new address' : 'An address'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountAddressPage({ loaderData, actionData: said }: Route.ComponentProps) {
  const { isNew, isOnly, isFirst, countries } = loaderData
  const place = said?.written ?? loaderData.place
  const [country, setCountry] = useState(place.country)
  const { form, wrong, may, see } = useWrong<string>(said?.wrong)
  const busy = useNavigation().state !== 'idle'
  return (
    <Page
      title={isNew ? 'A new address' : 'Change the address'}
      above={
        <>
          <Link className="link" to={ways.profile}>
            Addresses and profile
          </Link>{' '}
          / {isNew ? 'New' : 'Change'}
        </>
      }
    >
      <Form
        ref={form}
        method="post"
        noValidate
        className="acct__form"
        onBlur={(event) => {
          const input = event.target as unknown as HTMLInputElement
          if (input.name !== 'postcode' || !input.value.trim()) return
          input.value = writePostcode(country, input.value)
          see('postcode', checkField('postcode', { ...place, country, postcode: input.value }))
        }}
        onSubmit={(event) => {
          if (busy || !may(wrongIn(readWritten(new FormData(event.currentTarget)).to))) event.preventDefault()
        }}
      >
        <Place
          of={place}
          country={country}
          countries={countries}
          wrong={wrong}
          onCountry={(to) => {
            setCountry(to)
            see('postcode', undefined)
          }}
          asks={asks}
          few={false}
          nameless
        />
        {!isOnly && !isFirst && (
          <Check name="first" id="first">
            <span>Make it the first choice</span>
          </Check>
        )}
        <div className="row row--wrap">
          <Button busy={busy}>{isNew ? 'Keep the address' : 'Keep changes'}</Button>
          <Link className="link" to={ways.profile}>
            Leave it
          </Link>
        </div>
      </Form>
    </Page>
  )
}
