import { attempt } from '@vitrine/client'
import { Button, Field, Icon, Picture } from '@vitrine/ui'
import { Plus } from 'lucide-react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { placeLines } from '../account/addresses.ts'
import { Cards } from '../account/cards.tsx'
import { Page, Section } from '../account/page.tsx'
import { keepPhoto, type PhotoWrong } from '../account/photo.server.ts'
import { initials, photoOf } from '../account/photo.ts'
import { Saved } from '../account/saved.tsx'
import { listCards, makeFirst, takeOut } from '../account/saved-cards.server.ts'
import { listSubscriptions } from '../account/subscriptions.server.ts'
import { ways } from '../account/ways.ts'
import { readYou, wrongInYou, type You, type YouWrong, youOf } from '../account/you.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { needAccount } from '../member/member.server.ts'
import { nameOf } from '../member/name.ts'
import { GUID } from '../shop/guid.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { Route } from './+types/account-profile.ts'

/** As many as the platform stores, or fewer. */
const PHONES = 5

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { member, defaultAddressId } = await needAccount(here)
  const addresses = member.contact?.addresses ?? []
  const first = addresses.find(({ id }) => id === defaultAddressId)?.id ?? addresses[0]?.id
  return {
    you: youOf(member),
    name: [member.contact?.firstName, member.contact?.lastName].filter(Boolean).join(' ') || nameOf(member),
    email: member.loginEmail ?? '',
    verified: member.loginEmailVerified ?? false,
    photo: photoOf(member),
    addresses: addresses
      .map((address) => ({ id: address.id ?? '', first: address.id === first, lines: placeLines(address, here.shop.locale) }))
      .sort((one, other) => Number(other.first) - Number(one.first)),
    ...(await savedCards(here)),
    shopName: here.shop.name,
  }
}

/** The saved cards, and which of them are charged for subscriptions. */
async function savedCards(here: Visit) {
  const cards = await listCards(here, new Date())
  const page = cards.length > 0 ? await listSubscriptions(here, { limit: 100 }) : undefined
  return { cards, paying: page?.rows.flatMap(({ cardId }) => cardId ?? []) ?? [] }
}

interface Said {
  saved?: string
  before?: You
  wrong?: YouWrong
  written?: You
  photo?: PhotoWrong
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const form = await request.formData()
  const { members, myAccount } = here.client
  const { id } = member
  const saved = (before?: You) => data<Said>({ saved: new Date().toISOString(), ...(before && { before }) })

  switch (form.get('intent')) {
    case 'you': {
      const you = readYou(form, PHONES)
      const wrong = wrongInYou(you, new Date())
      if (Object.keys(wrong).length > 0) return data<Said>({ wrong, written: you }, { status: 400 })
      const { firstName, lastName, phones, birthdate } = you
      const contact = { firstName: firstName || null, lastName: lastName || null, phones: [...phones], birthdate: birthdate || null }
      const [refused] = await attempt(members.updateMember({ member: { id, contact } }))
      if (refused?.code === 'INVALID_ARGUMENT')
        return data<Said>({ wrong: { firstName: 'One sign in it cannot be kept.' }, written: you }, { status: 400 })
      if (refused) throw refused
      return saved(youOf(member))
    }
    case 'no-phones':
      await members.deleteMemberPhones({ id })
      return saved(youOf(member))
    case 'no-addresses':
      await members.deleteMemberAddresses({ id })
      throw redirect(ways.profile, 303)
    case 'first': {
      const [refused] = await attempt(myAccount.updateMyAccount({ defaultAddressId: String(form.get('address') ?? '') }))
      if (refused && refused.code !== 'INVALID_ARGUMENT') throw refused
      throw redirect(ways.profile, 303)
    }
    case 'remove': {
      const gone = String(form.get('address') ?? '')
      const addresses = member.contact?.addresses ?? []
      if (!GUID.test(gone)) throw data(null, { status: 404 })
      await members.updateMember({ member: { id, contact: { addresses: addresses.filter((address) => address.id !== gone) } } })
      throw redirect(ways.profile, 303)
    }
    case 'first-card': {
      const card = String(form.get('card') ?? '')
      if (!GUID.test(card)) throw data(null, { status: 404 })
      await makeFirst(here, card)
      throw redirect(ways.profile, 303)
    }
    case 'no-card': {
      const card = String(form.get('card') ?? '')
      if (!GUID.test(card)) throw data(null, { status: 404 })
      await takeOut(here, card)
      throw redirect(ways.profile, 303)
    }
    case 'photo': {
      const wrong = await keepPhoto(here, id, form.get('photo'))
      if (wrong) return data<Said>({ photo: wrong }, { status: 400 })
      throw redirect(ways.profile, 303)
    }
    case 'no-photo':
      await members.updateMember({ member: { id, profile: { photo: null } } })
      throw redirect(ways.profile, 303)
    default:
      throw data(null, { status: 400 })
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Addresses and profile · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountProfilePage({ loaderData, actionData: said }: Route.ComponentProps) {
  const { addresses, cards, paying } = loaderData
  return (
    <Page title="Addresses and profile">
      <Section id="you" title="You">
        <YouForm {...loaderData} said={said} />
      </Section>
      <Section id="photo" title="Your picture">
        <Photo {...loaderData} wrong={said?.photo} />
      </Section>
      <Section id="addresses" title="Addresses" way={addresses.length > 1 && <Press intent="no-addresses">Remove all of them</Press>}>
        <div className="addrs">
          {addresses.map(({ id, first, lines }) => (
            <article className="addr" key={id}>
              <p className="small soft">{first ? 'First choice' : '\u00a0'}</p>
              <p>
                <strong>{loaderData.name}</strong>
                {lines.map((line) => (
                  <span key={line}>
                    <br />
                    {line}
                  </span>
                ))}
              </p>
              <div className="small row">
                <Link className="link" to={ways.address(id)}>
                  Change<span className="sr"> {lines[0]}</span>
                </Link>
                {!first && (
                  <Press intent="first" address={id}>
                    Make it the first<span className="sr">: {lines[0]}</span>
                  </Press>
                )}
                <Press intent="remove" address={id}>
                  Remove<span className="sr"> {lines[0]}</span>
                </Press>
              </div>
            </article>
          ))}
          <Link className="addr addr--new" to={ways.newAddress}>
            <Icon of={Plus} /> Add an address
          </Link>
        </div>
      </Section>
      {cards.length > 0 && (
        <Section id="cards" title="Cards">
          <Cards of={cards} paying={paying} />
        </Section>
      )}
      <p className="small soft">
        What we write to you, and what we keep about you, is under{' '}
        <Link className="link" to={ways.emails}>
          Letters and data
        </Link>
        .
      </p>
    </Page>
  )
}

function Press({ intent, address, children }: { intent: string; address?: string; children: React.ReactNode }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {address && <input type="hidden" name="address" value={address} />}
      <button className="link small">{children}</button>
    </Form>
  )
}

interface YouFormProps {
  you: You
  email: string
  verified: boolean
  said: Said | undefined
}

function YouForm({ you, email, verified, said }: YouFormProps) {
  const shown = said?.written ?? you
  const { form, wrong, may } = useWrong<keyof YouWrong>(said?.wrong)
  const busy = useNavigation().formData?.get('intent') === 'you'
  const phones = [...shown.phones, ''].slice(0, PHONES)
  return (
    <>
      <Form
        ref={form}
        method="post"
        noValidate
        className="fields fields--2"
        key={JSON.stringify(shown)}
        preventScrollReset
        onSubmit={(event) => {
          if (busy || !may(wrongInYou(readYou(new FormData(event.currentTarget), PHONES), new Date()))) event.preventDefault()
        }}
      >
        <input type="hidden" name="intent" value="you" />
        <Field
          id="firstName"
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          defaultValue={shown.firstName}
          wrong={wrong.firstName}
        />
        <Field id="lastName" name="lastName" label="Last name" autoComplete="family-name" maxLength={100} defaultValue={shown.lastName} />
        <Field
          id="email"
          label="E-mail"
          type="email"
          readOnly
          value={email}
          hint={
            <>
              You sign in with it{verified ? '.' : ', it is not confirmed yet.'}{' '}
              <Link className="link" to={`${ways.security}#email`}>
                Change it
              </Link>
            </>
          }
        />
        <Field
          id="birthdate"
          name="birthdate"
          label="Birthday"
          optional="if you like"
          type="date"
          autoComplete="bday"
          min="1890-01-01"
          defaultValue={shown.birthdate}
          wrong={wrong.birthdate}
        />
        {phones.map((phone, at) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: a number is known by its place
            key={at}
            id={`phone-${at}`}
            name="phone"
            type="tel"
            label={at === 0 ? 'Phone' : 'Another phone'}
            optional="if you like"
            autoComplete={at === 0 ? 'tel' : 'off'}
            maxLength={50}
            defaultValue={phone}
            wrong={wrong[`phone-${at}`]}
          />
        ))}
        <div className="wide row row--wrap">
          <Button small busy={busy}>
            Keep changes
          </Button>
          {said?.saved && said.before && <Saved at={said.saved} />}
        </div>
      </Form>
      {said?.saved && said.before && <Undo you={said.before} />}
      {you.phones.length > 1 && (
        <div className="acct__under">
          <Press intent="no-phones">Remove all numbers</Press>
        </div>
      )}
    </>
  )
}

/** Puts back what was there before. */
function Undo({ you: { firstName, lastName, birthdate, phones } }: { you: You }) {
  return (
    <Form method="post" className="acct__under" preventScrollReset>
      <input type="hidden" name="intent" value="you" />
      <input type="hidden" name="firstName" value={firstName} />
      <input type="hidden" name="lastName" value={lastName} />
      <input type="hidden" name="birthdate" value={birthdate} />
      {phones.map((phone) => (
        <input key={phone} type="hidden" name="phone" value={phone} />
      ))}
      <button className="link small">Undo</button>
    </Form>
  )
}

function Photo({ photo, name, wrong }: { photo: ReturnType<typeof photoOf>; name: string; wrong: PhotoWrong | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'photo'
  return (
    <div className="photo">
      <span className="photo__pic">
        {photo ? <Picture of={photo} sizes="6rem" ratio={1} silent /> : <span aria-hidden="true">{initials(name)}</span>}
      </span>
      <div className="photo__t">
        <p className="soft small">It is on your page in the community, if you are in it, and nowhere else.</p>
        <Form method="post" encType="multipart/form-data" className="photo__form" preventScrollReset>
          <input type="hidden" name="intent" value="photo" />
          <Field
            id="photo-file"
            name="photo"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            label="A file from your device"
            hint="JPEG, PNG, WebP or AVIF, up to 700 kB. Where and when it was taken is left out."
            wrong={wrong}
            required
          />
          <Button small line busy={busy}>
            {photo ? 'Take this one instead' : 'Take this one'}
          </Button>
        </Form>
        {photo && <Press intent="no-photo">Remove it</Press>}
      </div>
    </div>
  )
}
