import type { ReviewInQueue } from '@vitrine/contract'
import { useState } from 'react'
import { Keys } from '../parts/button.tsx'
import { Modal, ModalHead } from '../parts/modal.tsx'
import { useKeys } from '../shell/keys.ts'
import { authorOf } from './text.ts'

/** The pictures of a review: ← and → go from one to the next, `z` shows it as large as the window allows. */
export function Pictures({ of }: { of: ReviewInQueue }) {
  const pictures = (of.review.content?.media ?? []).flatMap(({ image }) => image ?? [])
  const [at, setAt] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const many = pictures.length
  const go = (by: number) => setAt((now) => (now + by + many) % many)
  useKeys(
    {
      ...(many > 1 && {
        ArrowLeft: { says: 'Picture before', moves: true, run: () => go(-1) },
        ArrowRight: { says: 'Next picture', moves: true, run: () => go(1) },
      }),
      ...(many > 0 && { z: { says: 'Zoom the picture', moves: true, run: () => setLarge(true) } }),
    },
    'Reviews',
  )
  const shown = pictures[at]
  if (!shown) return null
  const nameOf = (nth: number) => `${nth + 1} of ${many} by ${authorOf(of)}`
  const pathOf = ({ url }: typeof shown) => new URL(url ?? '', location.origin).pathname
  return (
    <>
      <ul className="rv-p">
        {pictures.map((picture, nth) => (
          <li key={picture.id} className={nth === at ? 'on' : undefined}>
            <button
              type="button"
              aria-label={`Zoom picture ${nameOf(nth)}`}
              onFocus={() => setAt(nth)}
              onClick={() => {
                setAt(nth)
                setLarge(true)
              }}
            >
              <img src={pathOf(picture)} alt="" width={picture.width} height={picture.height} loading="lazy" />
            </button>
          </li>
        ))}
        <li className="side-p">
          <p className="faint small">
            {at + 1} of {many}
            {many > 1 && <Keys of={['←', '→']} silent />}
            <Keys of={['Z']} silent />
            <span>zoom</span>
          </p>
        </li>
      </ul>
      {isLarge && (
        <Modal
          className="dialog wide"
          onClose={() => setLarge(false)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'ArrowLeft') go(-1)
            if (event.key === 'ArrowRight') go(1)
          }}
        >
          <ModalHead title={`Picture ${nameOf(at)}`} first onClose={() => setLarge(false)} />
          <div className="dlg-b rv-z">
            <img src={pathOf(shown)} alt={nameOf(at)} width={shown.width} height={shown.height} />
          </div>
        </Modal>
      )}
    </>
  )
}
