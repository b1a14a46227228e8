import { Refused } from '@vitrine/client'
import { ChevronDown, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuItem, MenuNote } from '../../parts/menu.tsx'

interface ProductActsProps {
  id: string
  name: string
  isDirty: boolean
}

/** What can be done with a product as a whole. */
export function ProductActs({ id, name, isDirty }: ProductActsProps) {
  const { act, busy } = useAct()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const duplicate = () =>
    void act(async () => {
      const { product } = await client.merchantProducts.duplicateProduct({ id })
      await navigate(`/products/${product.id}`)
      return `${product.name} is made, hidden and without stock.`
    })
  const remove = async () => {
    try {
      await client.merchantProducts.deleteProduct({ id })
      setDeleting(false)
      await navigate('/products')
    } catch (error) {
      if (error instanceof Refused && error.code === 'PRODUCT_NOT_FOUND') await navigate('/products')
      else throw error
    }
  }
  return (
    <>
      <Menu
        label="More"
        button={
          <button type="button" className="btn" disabled={busy}>
            <span>More</span>
            <Icon of={ChevronDown} />
          </button>
        }
      >
        <MenuItem icon={Copy} disabled={isDirty} onChoose={duplicate}>
          Duplicate
        </MenuItem>
        <MenuItem icon={Trash2} warns disabled={isDirty} onChoose={() => setDeleting(true)}>
          Delete
        </MenuItem>
        {isDirty && <MenuNote>Save or discard your changes first.</MenuNote>}
      </Menu>
      {deleting && (
        <Dialog
          title={`Delete ${name}?`}
          about="Its page says that it is gone, and carts lose it. Orders keep what was bought. This cannot be undone; to take it off the shop for a while, hide it."
          does={`Delete ${name}`}
          kind="danger"
          busy={busy}
          onDo={() => void act(async () => remove().then(() => `${name} is deleted.`))}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
