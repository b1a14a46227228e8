// Pictures are dragged by their tiles; whatever a tile hears, its button hears by keys.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { Box, Film, Image, ImagePlus, Move, Plus } from 'lucide-react'
import { type ClipboardEvent, type CSSProperties, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { MediaPicker } from '../../media/picker.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { moved } from '../../parts/moved.ts'
import { useReorder } from '../../parts/reorder.ts'
import { FocalPoint } from './focal.tsx'
import { mediaKinds, mediaText, mediumOf } from './medium.ts'
import { mediaTypes } from './upload.ts'
import { useUploads } from './use-uploads.ts'
import type { Medium, ProductOption } from './values.ts'

interface MediaProps {
  of: readonly Medium[]
  options: readonly ProductOption[]
  disabled: boolean
  /** Takes the media as they were when it is applied: several uploads end at once. */
  onChange: (change: (before: readonly Medium[]) => readonly Medium[]) => void
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)

/** What was made from a film or a model is shown as it is. */
export const sized = (url: string, width: number, height: number): string =>
  url.includes('/derived/') ? url : `${url}/fill/w_${width},h_${height},q_80`

const filesIn = (list: FileList | undefined | null): readonly File[] => [...(list ?? [])]

/** The product's pictures: uploaded by choosing, dropping or pasting, sorted by dragging or by the arrow keys. */
export function Media({ of: media, options, disabled, onChange }: MediaProps) {
  const id = useId()
  const [picked, setPicked] = useState<string>()
  /** Files are held over it. */
  const [over, setOver] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const add = (more: readonly Medium[]) =>
    onChange((before) => [...before, ...more.filter(({ mediaId }) => !before.some((one) => one.mediaId === mediaId))])
  const { underway, upload } = useUploads((picture) => {
    add([picture])
    setPicked(picture.mediaId)
  }, mediaTypes)
  const at = media.findIndex(({ mediaId }) => mediaId === picked)
  const selected = media[at]
  const {
    list: grid,
    said,
    item: placeOf,
    surface,
  } = useReorder<HTMLUListElement>({
    ids: media.map(({ mediaId }) => mediaId),
    disabled,
    called: (id) => `Picture ${media.findIndex(({ mediaId }) => mediaId === id) + 1}`,
    onOrder: (_, from, to) => onChange((before) => moved(before, from, to)),
  })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= media.length || from === to) return
    onChange((before) => moved(before, from, to))
    requestAnimationFrame(() => grid.current?.querySelectorAll<HTMLElement>('button[data-medium]')[to]?.focus())
  }
  const remove = (mediaId: string) => {
    onChange((before) => before.filter((one) => one.mediaId !== mediaId))
    setPicked(undefined)
  }
  const hear = (i: number) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Delete' || event.key === 'Backspace') remove(media[i]!.mediaId)
    else if (by !== 0 && event.altKey) move(i, i + by)
    else if (by !== 0) grid.current?.querySelectorAll<HTMLElement>('button[data-medium]')[i + by]?.focus()
    else return
    event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void upload(filesIn(event.dataTransfer.files))
    setOver(false)
  }
  const takesFiles = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  }
  const paste = (event: ClipboardEvent) => {
    const files = filesIn(event.clipboardData.files)
    if (files.length === 0) return
    event.preventDefault()
    void upload(files)
  }
  return (
    <section className="sec" aria-labelledby={`${id}-t`} onPaste={disabled ? undefined : paste}>
      <header className="sec-h">
        <h2 id={`${id}-t`}>Media</h2>
        <p>{media.length === 0 ? 'The first picture is the cover.' : `${mediaText(media)}. Drag to sort; the first is the cover.`}</p>
        {!disabled && (
          <div className="acts">
            <Button small icon={Image} onClick={() => setChoosing(true)}>
              From library
            </Button>
          </div>
        )}
      </header>
      <p className="vh" role="status">
        {said}
      </p>
      <div className="mediaed" {...(!disabled && takesFiles)}>
        <ul className="mgrid" ref={grid}>
          {media.map((item, i) => (
            <li key={item.mediaId} className={item.mediaId === picked ? 'mt sel' : 'mt'} {...placeOf(item.mediaId)}>
              <button
                type="button"
                data-medium=""
                className="mtb"
                {...(!disabled && { 'data-drag': '', ...surface(item.mediaId) })}
                aria-pressed={item.mediaId === picked}
                aria-label={`Picture ${i + 1} of ${media.length}${item.alt ? `: ${item.alt}` : ''}`}
                onClick={() => setPicked(item.mediaId === picked ? undefined : item.mediaId)}
                onKeyDown={disabled ? undefined : hear(i)}
              >
                {item.url === '' ? (
                  <Icon of={item.kind === 'VIDEO' ? Film : Box} />
                ) : (
                  <img src={sized(item.url, 200, 250)} alt="" width={200} height={250} loading="lazy" />
                )}
              </button>
              {i === 0 && <span className="mk">Cover</span>}
              {item.kind !== 'IMAGE' && i !== 0 && <span className="mk">{item.kind === 'VIDEO' ? 'Video' : '3D model'}</span>}
              {(item.x !== 0.5 || item.y !== 0.5) && (
                <span className="focal" style={{ '--x': `${item.x * 100}%`, '--y': `${item.y * 100}%` } as CSSProperties} />
              )}
            </li>
          ))}
          {underway.map(({ id: key, name, bytes, share }) => (
            <li key={key} className="mt up" style={{ order: media.length }}>
              <span className="mono small">{name}</span>
              <span className="meter" data-tone="accent" style={{ '--v': `${Math.round(share * 100)}%` } as CSSProperties} />
              <span className="faint small">{`${Math.round(share * 100)} %, ${megabytes(bytes * share)} of ${megabytes(bytes)} MB`}</span>
            </li>
          ))}
          {!disabled && (
            <li className={`mt add${over ? ' drop' : ''}`} style={{ order: media.length }}>
              <button type="button" className="mtb" onClick={() => input.current?.click()}>
                <span>
                  <Icon of={over ? Move : Plus} />
                  <span>Drop files</span>
                  <span className="vh"> or choose pictures</span>
                </span>
              </button>
              <input
                ref={input}
                type="file"
                hidden
                multiple
                accept={mediaTypes}
                aria-label="Pictures to upload"
                onChange={({ target }) => {
                  void upload(filesIn(target.files))
                  target.value = ''
                }}
              />
            </li>
          )}
        </ul>
        {selected ? (
          <FocalPoint
            key={selected.mediaId}
            of={selected}
            place={at}
            count={media.length}
            disabled={disabled}
            pictures={media.filter(({ kind }) => kind === 'IMAGE')}
            standsFor={options.flatMap(({ choices }) => choices.filter(({ mediaIds }) => mediaIds.includes(selected.mediaId)))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(selected.mediaId)}
            onChange={(change) =>
              onChange((before) => before.map((one) => (one.mediaId === selected.mediaId ? { ...one, ...change } : one)))
            }
          />
        ) : (
          <p className="hint">
            {media.length === 0 ? (
              <>
                <Icon of={ImagePlus} /> Drop pictures, videos or 3D models (GLB, glTF) here, choose them, or paste one. Up to 25 MB each.
              </>
            ) : (
              'Choose a picture to set its focal point and its alternative text.'
            )}
          </p>
        )}
      </div>
      {choosing && (
        <MediaPicker
          kinds={mediaKinds}
          has={media.map(({ mediaId }) => mediaId)}
          onChoose={(files) => add(files.map(mediumOf))}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
