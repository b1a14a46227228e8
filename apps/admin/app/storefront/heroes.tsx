import { Images, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MediaPicker } from '../media/picker.tsx'
import { Button } from '../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { FocalPicture } from '../products/editor/focal-picture.tsx'
import { type Draft, type DraftHero, inOneLine, newKey } from './draft.ts'
import { LinkFields } from './link-fields.tsx'
import { pathOf, pictureFrom } from './pictures.ts'

interface HeroesProps {
  of: Draft['heroes']
  disabled: boolean
  onChange: (heroes: Draft['heroes']) => void
  /** A new one is shown on the home page, too. */
  onAdd: (hero: DraftHero) => void
}

const mostHeroes = 12

/** The wide pictures of the home page, with their words. */
export function Heroes({ of: heroes, disabled, onChange, onAdd }: HeroesProps) {
  const [open, setOpen] = useState(heroes[0]?.key)
  const [choosing, setChoosing] = useState<'new' | 'other'>()
  const hero = heroes.find(({ key }) => key === open)
  const change = (part: Partial<DraftHero>) => onChange(heroes.map((one) => (one.key === open ? { ...one, ...part } : one)))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Wide pictures</h2>
        {!disabled && heroes.length < mostHeroes && (
          <div className="acts">
            <Button small icon={Plus} onClick={() => setChoosing('new')}>
              Picture
            </Button>
          </div>
        )}
      </header>
      <div className="stack">
        {heroes.length === 0 && <p className="faint">None: the home page begins with the name of the shop.</p>}
        {heroes.length > 0 && (
          <div className="heroes" role="group" aria-label="Wide pictures">
            {heroes.map(({ key, picture, headline }) => (
              <button key={key} type="button" aria-pressed={key === open} onClick={() => setOpen(key)}>
                <img src={`${pathOf(picture)}/fill/w_192,h_120,q_80`} alt={inOneLine(headline)} width={96} height={60} />
              </button>
            ))}
          </div>
        )}
        {hero && (
          <>
            <TextArea
              label="Headline"
              rows={2}
              maxLength={120}
              disabled={disabled}
              value={hero.headline}
              onChange={({ target }) => change({ headline: target.value })}
            />
            <TextArea
              label="Words below"
              optional
              rows={2}
              maxLength={500}
              disabled={disabled}
              value={hero.say ?? ''}
              onChange={({ target }) => change({ say: target.value })}
            />
            <LinkFields of={hero.link} disabled={disabled} onChange={(link) => change({ link })} />
            <div className="grid2">
              <SelectField
                label="Headline stands"
                disabled={disabled}
                value={hero.textPosition}
                onChange={({ target }) => change({ textPosition: target.value as DraftHero['textPosition'] })}
              >
                <option value="top-start">Top left</option>
                <option value="top-end">Top right</option>
                <option value="bottom-start">Bottom left</option>
                <option value="bottom-end">Bottom right</option>
              </SelectField>
              <SelectField
                label="The picture there is"
                disabled={disabled}
                value={hero.ground}
                onChange={({ target }) => change({ ground: target.value as DraftHero['ground'] })}
              >
                <option value="light">Light</option>
                <option value="dark">Dark</option>
              </SelectField>
            </div>
            <TextField
              label="Description of the picture"
              hint="Read out to those who do not see it."
              maxLength={500}
              disabled={disabled}
              value={hero.picture.alt}
              onChange={({ target }) => change({ picture: { ...hero.picture, alt: target.value } })}
            />
            <FocalPicture
              src={`${pathOf(hero.picture)}/fit/w_640,h_400,q_80`}
              x={hero.picture.focalPoint?.x ?? 0.5}
              y={hero.picture.focalPoint?.y ?? 0.5}
              disabled={disabled}
              onChange={(focalPoint) => change({ picture: { ...hero.picture, focalPoint } })}
            />
            {hero.products.length > 0 && (
              <p className="hint">{`${hero.products.length} products are marked in it. They stay until another picture takes its place.`}</p>
            )}
            {!disabled && (
              <div className="row wraps">
                <Button small icon={Images} onClick={() => setChoosing('other')}>
                  Choose another picture
                </Button>
                <Button
                  small
                  icon={Trash2}
                  onClick={() => {
                    const rest = heroes.filter(({ key }) => key !== open)
                    setOpen(rest[0]?.key)
                    onChange(rest)
                  }}
                >
                  Remove this picture
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      {choosing && (
        <MediaPicker
          kinds={['IMAGE']}
          single
          onChoose={([file]) => {
            const picture = file && pictureFrom(file)
            if (!picture) return
            if (choosing === 'other') return change({ picture, products: [] })
            const added: DraftHero = { key: newKey(), picture, headline: '', textPosition: 'top-start', ground: 'light', products: [] }
            setOpen(added.key)
            onAdd(added)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </section>
  )
}
