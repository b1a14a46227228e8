import { Icon } from '@vitrine/ui'
import { CircleAlert, ImagePlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { smaller } from './smaller.ts'
import { MOST_PICTURES, type TakenPicture } from './write.ts'

interface Drop {
  key: string
  name: string
  taken?: TakenPicture | undefined
  wrong?: string | undefined
}

interface PicturesProps {
  of: 'review' | 'return'
  before: readonly TakenPicture[]
  wrong: string | undefined
}

/** The pictures of a review or a return: sent as they are chosen, made smaller where they are too large. */
export function Pictures({ of, before, wrong }: PicturesProps) {
  const id = useId()
  const [drops, setDrops] = useState<readonly Drop[]>(before.map((taken) => ({ key: taken.id, name: '', taken })))
  const change = (key: string, more: Partial<Drop>) =>
    setDrops((now) => now.map((drop) => (drop.key === key ? { ...drop, ...more } : drop)))
  async function send(file: File) {
    const key = crypto.randomUUID()
    setDrops((now) => [...now, { key, name: file.name }])
    try {
      const form = new FormData()
      form.set('file', await smaller(file))
      form.set('of', of)
      const answer = await fetch('/review-pictures', { method: 'POST', body: form })
      if (!answer.ok) throw new Error(String(answer.status))
      const { picture, wrong: said } = (await answer.json()) as { picture?: TakenPicture; wrong?: string }
      change(key, { taken: picture, wrong: said })
    } catch {
      change(key, { wrong: `${file.name} did not arrive. Add it again, please.` })
    }
  }
  const good = drops.filter(({ wrong: bad }) => bad === undefined)
  const said =
    drops
      .map(({ wrong: bad }) => bad)
      .filter(Boolean)
      .join(' ') || wrong
  return (
    <div className="field">
      <span className="label" id={id}>
        Pictures <span className="optional">up to five</span>
      </span>
      <div className="drops" role="group" aria-labelledby={id}>
        {drops.map(({ key, name, taken, wrong: bad }, at) => (
          <div key={key} className={`drop ${bad ? 'drop--bad' : taken ? 'drop--has' : 'drop--up'}`}>
            {taken && (
              <>
                <img src={taken.url} alt={`Yours, number ${at + 1}`} width={taken.width} height={taken.height} />
                <input type="hidden" name="picture" value={taken.id} />
              </>
            )}
            {!taken && <span className="small">{name}</span>}
            {!taken && !bad && <progress aria-label={`${name} is being sent`} />}
            {bad && <Icon of={CircleAlert} />}
            {(taken || bad) && (
              <button
                className="icon-button"
                type="button"
                aria-label={`Remove ${taken ? `picture ${at + 1}` : name}`}
                onClick={() => setDrops((now) => now.filter((drop) => drop.key !== key))}
              >
                <Icon of={X} small />
              </button>
            )}
          </div>
        ))}
        {good.length < MOST_PICTURES && (
          <label className="drop drop--add">
            <Icon of={ImagePlus} />
            <span className="small">Add</span>
            <input
              className="sr"
              type="file"
              name="file"
              accept="image/*"
              multiple
              onChange={({ target }) => {
                for (const file of [...(target.files ?? [])].slice(0, MOST_PICTURES - good.length)) void send(file)
                target.value = ''
              }}
            />
          </label>
        )}
      </div>
      {said && (
        <p className="bad" role="alert">
          <Icon of={CircleAlert} />
          <span>{said}</span>
        </p>
      )}
    </div>
  )
}
