import { FileX2 } from 'lucide-react'
import { ButtonLink } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { usePlace } from './page.tsx'

export function Nowhere() {
  usePlace([{ name: 'Not found' }])
  return (
    <div className="empty">
      <span className="big-i">
        <Icon of={FileX2} />
      </span>
      <h1>There is no such page</h1>
      <p>It was never here, or it has been taken away.</p>
      <div className="acts">
        <ButtonLink kind="primary" to="/">
          Home
        </ButtonLink>
      </div>
    </div>
  )
}
