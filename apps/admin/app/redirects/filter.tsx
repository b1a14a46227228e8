import { CircleAlert, CircleCheck, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAnswer } from '../parts/answer.ts'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'

/** Looks for an address, and tries one. */
export function Filter({ search, to }: { search: string; to: (words: string) => string }) {
  const navigate = useNavigate()
  const [tried, setTried] = useState('')
  const id = useId()
  const path = tried.trim()
  const answer = useAnswer({
    ask: path.startsWith('/') ? (signal) => client.urlRedirects.resolve({ path }, { signal }) : undefined,
    of: path,
  })
  return (
    <div className="tools">
      <form
        className="searchbox"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const words = String(new FormData(event.currentTarget).get('search') ?? '').trim()
          void navigate(to(words))
        }}
      >
        <Icon of={Search} />
        <label className="vh" htmlFor={id}>
          Old or new address
        </label>
        <input id={id} name="search" type="search" placeholder="Old or new address" defaultValue={search} maxLength={200} />
      </form>
      <span className="grow" />
      <div className="tester">
        <TextField
          hidden
          mono
          label="Try one"
          placeholder="Try an address: /old"
          maxLength={500}
          value={tried}
          onChange={({ target }) => setTried(target.value)}
        />
        <span className="small ok-line" role="status">
          {path.startsWith('/') && answer && (
            <>
              <Icon of={answer.target ? CircleCheck : CircleAlert} small />
              {answer.target ? (
                <>
                  {answer.permanent ? '301' : '302'} to <span className="mono">{answer.target}</span>
                </>
              ) : (
                'no redirect'
              )}
            </>
          )}
        </span>
      </div>
    </div>
  )
}
