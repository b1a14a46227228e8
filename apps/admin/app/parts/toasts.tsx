import { CircleAlert, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface Said {
  readonly text: string
  readonly bad?: boolean
  /** Takes it back. */
  readonly undo?: () => void
}

type Say = (said: Said) => void
const Saying = createContext<Say>(() => {})

const lastsMs = 10_000
const atMost = 4

/** Says what was done, for ten seconds or as long as somebody looks at it. */
export const useSay = (): Say => useContext(Saying)

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Said & { readonly id: number })[]>([])
  const dismiss = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), [])
  const say = useCallback<Say>((said) => setShown((all) => [...all, { ...said, id: (all.at(-1)?.id ?? 0) + 1 }].slice(-atMost)), [])
  return (
    <Saying value={say}>
      {children}
      <div className="toasts" role="region" aria-label="What was done">
        {shown.map((one) => (
          <Toast key={one.id} said={one} onGone={() => dismiss(one.id)} />
        ))}
      </div>
    </Saying>
  )
}

function Toast({ said: { text, bad, undo }, onGone }: { said: Said; onGone: () => void }) {
  // The fuse burns by the animation: it stands still while the pointer or the focus is on the toast, and ends it.
  const fuse = useMemo(() => ({ animationDuration: `${lastsMs}ms` }), [])
  return (
    <div className="toast" role={bad ? 'alert' : 'status'} {...(bad && { 'data-tone': 'danger' })}>
      {bad && <Icon of={CircleAlert} />}
      <p>{text}</p>
      {undo && (
        <Button
          kind="ghost"
          onClick={() => {
            undo()
            onGone()
          }}
        >
          Undo
        </Button>
      )}
      <IconButton icon={X} name="Dismiss" onClick={onGone} />
      <span className="fuse burns" style={fuse} onAnimationEnd={onGone} />
    </div>
  )
}
