import type { FileDescriptor, FileUse } from '@vitrine/contract'
import { Download, FileText, Layers, type LucideIcon, Package, Store } from 'lucide-react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { shortDate } from '../orders/text.ts'
import { useAnswer } from '../parts/answer.ts'
import { Icon } from '../parts/icon.tsx'
import { useShop } from '../shop.ts'
import { placesOf } from './places.ts'

/** Each kind of place that shows files: its icon, and where it is changed. */
const kinds: Readonly<Record<FileUse['kind'], readonly [icon: LucideIcon, to: (id: string) => string]>> = {
  PRODUCT: [Package, (id) => `/products/${id}`],
  CHOICE: [Package, (id) => `/products/${id}`],
  COLLECTION: [Layers, (id) => `/collections/${id}`],
  DOWNLOAD: [Download, (id) => `/products/${id}`],
  PAGE: [FileText, (id) => `/pages/${id}`],
  SETTINGS: [Store, () => '/shop'],
}

/** The place that was changed last. */
const lastOf = (uses: readonly FileUse[]): FileUse | undefined =>
  uses.toSorted((one, other) => other.changedDate.localeCompare(one.changedDate))[0]

/** Each file that is picked is asked about: where more are, nobody is told. */
const mostAsked = 20

/** In how many places several files are used: one that shows two of them counts once. */
export function UsedIn({ of, again }: { of: readonly FileDescriptor[]; again: unknown }) {
  const ids = of.map(({ id }) => id)
  const asked = ids.join(' ')
  const found = useAnswer({
    ask:
      ids.length > mostAsked
        ? undefined
        : async (signal) => {
            const answers = await Promise.all(ids.map((fileId) => client.mediaLibrary.listFileUses({ fileId }, { signal })))
            const places = new Set(
              answers.flatMap(({ uses }) => uses.map(({ kind, id }) => (kind === 'CHOICE' ? `PRODUCT ${id}` : `${kind} ${id}`))),
            )
            return { asked, more: answers.some(({ more }) => more), places: places.size }
          },
    of: asked,
    again,
  })
  if (found?.asked !== asked) return null
  if (found.places === 0) return <>, used nowhere</>
  return <>{`, used in ${found.more ? 'more than ' : ''}${many(found.places, 'place')}`}</>
}

/** Where a file is used. */
export function Uses({ of }: { of: FileDescriptor }) {
  const found = useAnswer({
    ask: (signal) => client.mediaLibrary.listFileUses({ fileId: of.id }, { signal }),
    of: of.id,
    again: of.updatedDate,
    ms: 0,
  })
  const { timeZone } = useShop()
  if (!found) return null
  const last = found.more ? undefined : lastOf(found.uses)
  const places = placesOf(found.uses)
  return (
    <div>
      <h2>{places.length === 0 ? 'Used nowhere' : `Used in ${found.more ? 'more than ' : ''}${many(places.length, 'place')}`}</h2>
      {last && <p className="faint small">{`Last used: ${last.name}, changed ${shortDate(last.changedDate, timeZone)}`}</p>}
      <ul className="uses">
        {places.map(({ kind, id, name, as }) => {
          const [icon, to] = kinds[kind]
          return (
            <li key={`${kind} ${id} ${name}`}>
              <Icon of={icon} small />
              <span>
                <Link className="a" to={to(id)}>
                  {name}
                </Link>
                {as && `, ${as}`}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
