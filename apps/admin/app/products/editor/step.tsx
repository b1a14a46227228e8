import { ChevronDown, ChevronUp } from 'lucide-react'
import { useNavigate } from 'react-router'
import { IconButton } from '../../parts/button.tsx'
import { useKeys } from '../../shell/keys.ts'

/** Leads to the products before and after this one, in the order of the list. */
export function Step({ newer, older }: { newer: string | undefined; older: string | undefined }) {
  const navigate = useNavigate()
  useKeys(
    {
      ...(older && { j: { says: 'Next product', moves: true, run: () => void navigate(`/products/${older}`) } }),
      ...(newer && { k: { says: 'Product before', moves: true, run: () => void navigate(`/products/${newer}`) } }),
    },
    'Product',
  )
  return (
    <span className="updown">
      <IconButton icon={ChevronUp} name="Product before (k)" disabled={!newer} onClick={() => void navigate(`/products/${newer}`)} />
      <IconButton icon={ChevronDown} name="Next product (j)" disabled={!older} onClick={() => void navigate(`/products/${older}`)} />
    </span>
  )
}
