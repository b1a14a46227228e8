import { Button, Field, Icon, Star } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useWrong } from '../checkout/use-wrong.ts'
import { Pictures } from './pictures.tsx'
import { GRADES, type Said, STILL_SENT, type TakenFilm, type TakenPicture, type Wrong, wrongIn } from './write.ts'

interface Props {
  said: Said
  pictures: readonly TakenPicture[]
  films: readonly TakenFilm[]
  wrong: Wrong | undefined
  /** What becomes of it. */
  note: string
}

const read = (form: FormData): Said => {
  const text = (name: string) => String(form.get(name) ?? '')
  return { stars: Number(form.get('stars')), title: text('title'), text: text('text'), name: text('name') }
}

const Bad = ({ id, children }: { id: string; children: string }) => (
  <p className="bad" id={id}>
    <Icon of={CircleAlert} />
    <span>{children}</span>
  </p>
)

/** What somebody writes of what they bought. */
export function ReviewForm({ said, pictures, films, wrong: seen, note }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'send'
  const { form, wrong, may } = useWrong<'stars' | 'text' | 'name' | 'pictures'>(seen as Readonly<Record<string, string>> | undefined)
  const [stars, setStars] = useState(said.stars)
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="rev__form"
      onSubmit={(event) => {
        const isSending = event.currentTarget.querySelector('.drop--up') !== null
        const found = { ...wrongIn(read(new FormData(event.currentTarget))), ...(isSending && { pictures: STILL_SENT }) }
        if (busy || !may(found as Readonly<Record<string, string>>)) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="send" />
      <fieldset
        role="radiogroup"
        tabIndex={-1}
        aria-invalid={wrong.stars ? true : undefined}
        aria-describedby={wrong.stars ? 'stars-says' : undefined}
      >
        <legend className="label">All in all</legend>
        <div className="rstars">
          {GRADES.map((grade, at) => (
            <label key={grade}>
              <input type="radio" name="stars" value={at + 1} defaultChecked={said.stars === at + 1} onChange={() => setStars(at + 1)} />
              <span className="sr">
                {at + 1}, {grade}
              </span>
              <Star />
            </label>
          ))}
          <span className="rstars__t" aria-hidden="true">
            {GRADES[stars - 1]}
          </span>
        </div>
        {wrong.stars && <Bad id="stars-says">{wrong.stars}</Bad>}
      </fieldset>
      <Field
        id="title"
        name="title"
        label="In a few words"
        optional="if you like"
        autoComplete="off"
        maxLength={200}
        defaultValue={said.title}
      />
      <div className="field">
        <label htmlFor="text">What should others know?</label>
        <textarea
          className={wrong.text ? 'input input--bad' : 'input'}
          id="text"
          name="text"
          rows={6}
          maxLength={3000}
          defaultValue={said.text}
          aria-describedby={wrong.text ? 'text-says' : undefined}
          aria-invalid={wrong.text ? true : undefined}
        />
        {wrong.text && <Bad id="text-says">{wrong.text}</Bad>}
      </div>
      <Pictures of="review" before={pictures} films={films} wrong={wrong.pictures} />
      <Field
        id="name"
        name="name"
        label="Shown as"
        autoComplete="nickname"
        maxLength={100}
        required
        defaultValue={said.name}
        wrong={wrong.name}
      />
      <div className="row row--wrap">
        <Button busy={busy}>Send it</Button>
        <span className="small soft">{note}</span>
      </div>
    </Form>
  )
}
