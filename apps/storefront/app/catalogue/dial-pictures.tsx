import { Picture } from '@vitrine/ui'
import { useHydrated } from '../shop/use-hydrated.ts'
import { unpackPictures } from './packed-pictures.ts'

/** The collection that the style sheet shows while none is pointed at. */
const RESTING = 2

/** One picture for each collection; the server renders only the resting one, the others follow after hydration. */
export function DialPictures({ of: packed }: { of: string }) {
  const all = useHydrated()
  const pictures = unpackPictures(packed)
  const resting = pictures[RESTING] ?? pictures[0]
  return (
    <div className="dial__pics" aria-hidden="true">
      {(all ? pictures : pictures.filter((picture) => picture === resting)).map((picture) => (
        <Picture key={picture.url} of={picture} sizes="(min-width: 64rem) 37vw, 1px" ratio={4 / 5} widths={[400, 720, 1080]} silent />
      ))}
    </div>
  )
}
