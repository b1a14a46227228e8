import type { MerchantCollection } from '@vitrine/contract'
import { Crosshair, Images, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { client } from '../client.ts'
import { MediaPicker } from '../media/picker.tsx'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FocalPicture } from '../products/editor/focal-picture.tsx'
import { pictureTypes } from '../products/editor/upload.ts'
import { useUploads } from '../products/editor/use-uploads.ts'

/** The picture that stands for a collection. */
export function Cover({ of, disabled, about }: { of: MerchantCollection; disabled: boolean; about: string }) {
  const { act, busy } = useAct()
  const [choosing, setChoosing] = useState(false)
  const [focusing, setFocusing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const put = (mediaId: string | null) =>
    void act(async () => {
      const was = of.mediaId ?? null
      await client.merchantProducts.setCollectionCover({ id: of.id, mediaId })
      return {
        says: mediaId === null ? `${of.name} has no cover.` : `${of.name} has a new cover.`,
        undo: () => void act(async () => void (await client.merchantProducts.setCollectionCover({ id: of.id, mediaId: was }))),
      }
    })
  const { underway, upload } = useUploads(({ mediaId }) => put(mediaId))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Cover</h2>
        <p>{about}</p>
      </header>
      <div className="row">
        {of.image && <img className="cover" src={`${of.image}/fill/w_320,h_240,q_80`} alt="" width={160} height={120} />}
        {!disabled && (
          <div className="row">
            <Button small icon={Upload} disabled={busy || underway.length > 0} onClick={() => input.current?.click()}>
              {underway.length > 0 ? `${Math.round(underway[0]!.share * 100)} %` : 'Upload'}
            </Button>
            <Button small icon={Images} onClick={() => setChoosing(true)}>
              From library
            </Button>
            {of.mediaId && (
              <Button small icon={Crosshair} onClick={() => setFocusing(true)}>
                Focal point
              </Button>
            )}
            {of.mediaId && (
              <Button small icon={X} disabled={busy} onClick={() => put(null)}>
                Remove
              </Button>
            )}
            <input
              ref={input}
              type="file"
              hidden
              accept={pictureTypes}
              aria-label="Cover to upload"
              onChange={({ target }) => {
                void upload([...(target.files ?? [])].slice(0, 1))
                target.value = ''
              }}
            />
          </div>
        )}
      </div>
      {focusing && of.mediaId && <Focus of={of} mediaId={of.mediaId} onClose={() => setFocusing(false)} />}
      {choosing && (
        <MediaPicker kinds={['IMAGE']} single onChoose={([first]) => first && put(first.id)} onClose={() => setChoosing(false)} />
      )}
    </section>
  )
}

/** Which part of the cover every crop keeps in view. */
function Focus({ of, mediaId, onClose }: { of: MerchantCollection; mediaId: string; onClose: () => void }) {
  const { act, busy } = useAct()
  const [point, setPoint] = useState(of.focalPoint ?? { x: 0.5, y: 0.5 })
  const save = () =>
    void act(async () => {
      await client.merchantProducts.setCollectionCover({ id: of.id, mediaId, alt: of.alt ?? null, focalPoint: point })
      onClose()
      return `${of.name} has another focal point.`
    })
  return (
    <Dialog
      title="Focal point of the cover"
      about="Every crop keeps it in view. Arrow keys move it by 1 %."
      does="Save the focal point"
      busy={busy}
      onDo={save}
      onClose={onClose}
    >
      <FocalPicture src={`${of.image}/fit/w_480,h_600,q_80`} {...point} onChange={setPoint} />
    </Dialog>
  )
}
