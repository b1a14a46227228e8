import { attempt } from '@vitrine/client'
import { buttonClass, Picture, Sun } from '@vitrine/ui'
import { data, Link, redirect } from 'react-router'
import { photoOf } from '../account/photo.ts'
import { ways } from '../account/ways.ts'
import { findAccount } from '../member/member.server.ts'
import { showPage } from '../member/page.server.ts'
import { countsText } from '../member/page.ts'
import { Shown } from '../member/shown.tsx'
import { Moment } from '../orders/moment.tsx'
import { coversOf } from '../shop/covers.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/member.ts'
import '@vitrine/ui/account.css'
import '@vitrine/ui/member.css'
import '../account/account.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const [refused, found] = await attempt(here.client.members.getMemberBySlug({ slug: slug.slice(0, 255) }))
  if (refused) {
    if (refused.status >= 500) throw refused
    throw data(null, { status: 404 })
  }
  const { member, memberSince, communitySince } = found
  const own = member.profile?.slug
  // The address that was theirs before leads here for a year.
  if (own && own !== slug) throw redirect(ways.person(own), 301)
  const account = await findAccount(here)
  const isMine = account?.member.id === member.id
  // Outside the community there is no page, not even for oneself.
  if (isMine && account?.member.privacyStatus !== 'PUBLIC') throw redirect(ways.community)
  const [gone, page] = await attempt(here.client.memberPages.getPage({ slug: own ?? slug }))
  if (gone && gone.status >= 500) throw gone
  return {
    shown: showPage(page, here.shop),
    name: member.profile?.nickname ?? '',
    about: member.profile?.title ?? '',
    photo: photoOf(member),
    cover: member.profile?.cover && photoOf({ profile: { photo: member.profile.cover } }),
    since: communitySince ?? memberSince,
    isMine,
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name || 'Somebody'} · ${loaderData?.shopName}` },
  ...(loaderData?.shown.indexable ? [] : [{ name: 'robots', content: 'noindex' }]),
]

export default function MemberPage({ loaderData: { name, about, photo, cover, since, isMine, shown } }: Route.ComponentProps) {
  const shop = useShop()
  const covers = coversOf(shop.covers)
  const [wide, tall] = [cover ?? covers[0], photo ?? covers[1]]
  return (
    <main id="main" className="wrap mem">
      <header className="mem__head">
        <div className="mem__t">
          <span className="badge">
            <Sun rise={0.32} />
            In the community
          </span>
          <h1>{name}</h1>
          {about && <p className="lead">{about}</p>}
          <p className="soft small">
            Here since <Moment at={since} as="month" />.{countsText(shown) && ` ${countsText(shown)}`}
          </p>
          {isMine && (
            <Link className={buttonClass({ line: true, small: true })} to={ways.community}>
              Change what others see
            </Link>
          )}
        </div>
        <div className="mem__pics">
          {wide && <Picture of={wide} sizes="(min-width: 48rem) 30vw, 55vw" eager silent />}
          {tall && <Picture of={tall} sizes="(min-width: 48rem) 20vw, 37vw" eager silent />}
        </div>
      </header>
      <Shown {...shown} />
    </main>
  )
}
