import { attempt } from '@vitrine/client'
import { Button, buttonClass, Check, classes, Field, Icon, Message, Picture, Select, Sun } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { Page, Section } from '../account/page.tsx'
import { photoOf } from '../account/photo.ts'
import { Saved } from '../account/saved.tsx'
import { ways } from '../account/ways.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { needAccount } from '../member/member.server.ts'
import { nameOf } from '../member/name.ts'
import { showPage } from '../member/page.server.ts'
import { picturesOf } from '../member/page.ts'
import { pictureAt } from '../member/shown.tsx'
import { Moment } from '../orders/moment.tsx'
import { capital, list, many } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-community.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { member, communitySince } = await needAccount(here)
  const [page, { wishlists }] = await Promise.all([here.client.memberPages.getMyPage({}), here.client.wishlists.listMyWishlists({})])
  const joined = member.privacyStatus === 'PUBLIC'
  const slug = member.profile?.slug ?? ''
  const photo = photoOf(member)
  const shown = joined && slug ? (await attempt(here.client.memberPages.getPage({ slug })))[1] : undefined
  return {
    joined,
    since: communitySince,
    muted: member.activityStatus === 'MUTED',
    nickname: member.profile?.nickname ?? '',
    suggested: nameOf(member),
    slug,
    page,
    lists: wishlists.filter(({ kind }) => kind !== 'SAVED_FOR_LATER').map(({ id, name }) => ({ id, name: name || 'Your wish list' })),
    about: member.profile?.title ?? '',
    pictures: [...(photo ? [photo] : []), ...picturesOf(showPage(shown, here.shop), PICTURES).map(pictureAt)].slice(0, PICTURES),
    host: new URL(here.host.baseUrl).host,
    left: new URL(request.url).searchParams.has('left'),
    shopName: here.shop.name,
  }
}

const PICTURES = 3

interface Written {
  nickname: string
  slug: string
  about: string
}
interface Said {
  saved?: string
  wrong?: Readonly<Partial<Record<keyof Written, string>>>
  written?: Written
  not?: string
}

const wrongIn = ({ nickname, slug }: Written): NonNullable<Said['wrong']> => ({
  ...(!nickname && { nickname: 'What are you to be called?' }),
  ...(!/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(slug) && { slug: 'Letters, figures and dashes; it begins with a letter or a figure.' }),
})

const read = (form: FormData): Written => {
  const text = (name: string, most: number) =>
    String(form.get(name) ?? '')
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, most)
  return { nickname: text('nickname', 100), slug: text('slug', 100).toLowerCase(), about: text('about', 160) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const form = await request.formData()
  const { members } = here.client
  switch (form.get('intent')) {
    case 'join': {
      const [refused] = await attempt(members.joinCommunity({}))
      if (refused?.code === 'COMMUNITY_JOIN_IMPOSSIBLE')
        return data<Said>({ not: 'Confirm your e-mail first; then you are welcome.' }, { status: 409 })
      if (refused) throw refused
      throw redirect(ways.community, 303)
    }
    case 'leave':
      // The link to the list on the page goes with the page.
      await here.client.memberPages.updateMyPage({ wishlistId: null })
      await members.leaveCommunity({})
      throw redirect(`${ways.community}?left`, 303)
    case 'page': {
      const written = read(form)
      const wrong = wrongIn(written)
      if (Object.keys(wrong).length > 0) return data<Said>({ wrong, written }, { status: 400 })
      if (written.slug !== member.profile?.slug) {
        const [refused] = await attempt(members.updateCurrentMemberSlug({ slug: written.slug }))
        if (refused?.code === 'SLUG_ALREADY_EXISTS')
          return data<Said>({ wrong: { slug: 'Somebody else has this address. Another one?' }, written }, { status: 409 })
        if (refused?.code === 'INVALID_ARGUMENT')
          return data<Said>({ wrong: { slug: 'This cannot be an address. Letters, figures and dashes work.' }, written }, { status: 400 })
        if (refused) throw refused
      }
      const profile = { nickname: written.nickname, title: written.about || null }
      const [refused] = await attempt(members.updateMember({ member: { id: member.id, profile } }))
      if (refused?.code === 'INVALID_ARGUMENT')
        return data<Said>({ wrong: { nickname: 'One sign in it cannot be kept.' }, written }, { status: 400 })
      if (refused) throw refused
      const chosen = String(form.get('list') ?? '')
      const [not] = await attempt(
        here.client.memberPages.updateMyPage({
          showsWords: form.has('words'),
          showsBought: form.has('bought'),
          indexable: form.has('indexable'),
          wishlistId: chosen || null,
        }),
      )
      if (not && not.status >= 500) throw not
      if (not) return data<Said>({ not: 'This list is not there any more.', written }, { status: not.status })
      return data<Said>({ saved: new Date().toISOString() })
    }
    default:
      throw data(null, { status: 400 })
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Community · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountCommunityPage({ loaderData, actionData: said }: Route.ComponentProps) {
  const { joined, left, since, slug, pictures, muted, page } = loaderData
  const shown = loaderData.nickname || loaderData.suggested
  const busy = useNavigation().formData?.get('intent')
  if (!joined)
    return (
      <Page title="Community">
        {said?.not && (
          <Message tone="warn" what="Not yet.">
            {said.not}
          </Message>
        )}
        <div className="empty">
          <div className="empty__t">
            <p className="lead" role={left ? 'status' : undefined}>
              {left ? 'You have left.' : 'A page of your own, if you like.'}
            </p>
            <p className="soft">
              {left
                ? 'Your page is gone. Account and orders are as they were.'
                : 'Others find it under a name of your choice. Buying works the same without it.'}
            </p>
            <Form method="post" className="row row--wrap">
              <input type="hidden" name="intent" value="join" />
              <Button small busy={busy === 'join'}>
                {left ? 'Join again' : 'Join the community'}
              </Button>
            </Form>
          </div>
        </div>
      </Page>
    )
  return (
    <Page
      title="Community"
      below={<p className="soft measure">Reviews, answers and a list, under a name of your choice. Buying works the same without it.</p>}
    >
      {said?.not && (
        <Message tone="bad" what="Not kept.">
          {said.not}
        </Message>
      )}
      {muted && (
        <Message tone="warn" what="You are muted.">
          Others see your page, and nothing new from you. Write to us if that is a mistake.
        </Message>
      )}
      <section className="now" aria-labelledby="in">
        <div className="now__text">
          <span className="badge">
            <Sun rise={0.32} />
            In the community
          </span>
          <h2 id="in">You are in, as {shown}</h2>
          {since && (
            <p className="soft">
              Since <Moment at={since} as="month" />. {wordsText(page)}
            </p>
          )}
          <Link className={buttonClass({ small: true })} to={ways.person(slug)}>
            See your page
          </Link>
        </div>
        <div className="now__pics">
          {pictures.map((picture) => (
            <Picture key={picture.url} of={picture} sizes="9rem" ratio={4 / 5} silent eager />
          ))}
        </div>
      </section>
      <Section id="seen" title="What others see">
        <Seen {...loaderData} said={said} busy={busy === 'page'} />
      </Section>
      <Section id="leave" title="Leave">
        <p className="soft measure">The page goes; your reviews and answers stay where they are. You can come back at any time.</p>
        <Form method="post" className="acct__under">
          <input type="hidden" name="intent" value="leave" />
          <button className="link">Leave the community</button>
        </Form>
      </Section>
    </Page>
  )
}

/** `Three reviews and five answers are published.` */
function wordsText({ reviews, answers }: { reviews: number; answers: number }): string {
  if (reviews + answers === 0) return 'Nothing of yours is published yet.'
  const some = [...(reviews > 0 ? [many(reviews, 'review')] : []), ...(answers > 0 ? [many(answers, 'answer')] : [])]
  return `${capital(list(some))} of yours ${reviews + answers === 1 ? 'is' : 'are'} published.`
}

interface SeenProps {
  page: { choices: { showsWords: boolean; showsBought: boolean; indexable: boolean; wishlistId?: string | undefined } }
  lists: readonly { id: string; name: string }[]
  nickname: string
  suggested: string
  slug: string
  about: string
  host: string
  said: Said | undefined
  busy: boolean
}

function Seen({ nickname, suggested, slug, about, host, said, busy, page: { choices }, lists }: SeenProps) {
  const shown = said?.written ?? { nickname: nickname || suggested, slug, about }
  const { form, wrong, may } = useWrong<keyof Written>(said?.wrong)
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="fields fields--2"
      preventScrollReset
      onSubmit={(event) => {
        if (busy || !may(wrongIn(read(new FormData(event.currentTarget))))) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="page" />
      <Field
        id="nickname"
        name="nickname"
        label="Shown as"
        autoComplete="off"
        maxLength={100}
        required
        defaultValue={shown.nickname}
        wrong={wrong.nickname}
      />
      <div className="field">
        <label htmlFor="slug">Address of your page</label>
        <div className={classes('prefix', wrong.slug ? 'prefix--bad' : undefined)}>
          <span className="soft" aria-hidden="true">
            {host}/people/
          </span>
          <input
            className="input"
            id="slug"
            name="slug"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            required
            defaultValue={shown.slug}
            aria-describedby="slug-says"
            aria-invalid={wrong.slug ? true : undefined}
          />
        </div>
        {wrong.slug ? (
          <p className="bad" id="slug-says">
            <Icon of={CircleAlert} />
            <span>{wrong.slug}</span>
          </p>
        ) : (
          <p className="hint" id="slug-says">
            The old address leads here for a year.
          </p>
        )}
      </div>
      <Field
        id="about"
        name="about"
        wide
        label="A line about you"
        optional="if you like"
        autoComplete="off"
        maxLength={160}
        defaultValue={shown.about}
      />
      <fieldset className="wide stack">
        <legend className="label">On your page</legend>
        <Check name="words" defaultChecked={choices.showsWords}>
          <span>My reviews and answers</span>
        </Check>
        <Check name="bought" defaultChecked={choices.showsBought}>
          <span>
            That I bought what I review <span className="soft">(“bought it”, never what else)</span>
          </span>
        </Check>
        <Check name="indexable" defaultChecked={choices.indexable}>
          <span>Search engines may find the page</span>
        </Check>
      </fieldset>
      {lists.length > 0 && (
        <Select
          id="page-list"
          name="list"
          wide
          label="A list"
          optional="for everybody to see"
          hint="Others see it, and what others give of it. You are not told."
          defaultValue={choices.wishlistId ?? ''}
        >
          <option value="">None</option>
          {lists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <div className="wide row row--wrap">
        <Button small busy={busy}>
          Keep changes
        </Button>
        {said?.saved && <Saved at={said.saved} />}
      </div>
    </Form>
  )
}
