import type { FileDescriptor, FileMediaType } from '@vitrine/contract'
import { Box, FileArchive, FileText, Film, ImageOff, LoaderCircle, type LucideIcon, Music, Shapes } from 'lucide-react'
import { Icon } from '../parts/icon.tsx'
import { pictureSized } from './text.ts'

const icons: Readonly<Partial<Record<FileMediaType, LucideIcon>>> = {
  VIDEO: Film,
  MODEL3D: Box,
  AUDIO: Music,
  DOCUMENT: FileText,
  ARCHIVE: FileArchive,
  VECTOR: Shapes,
}

interface TilePictureProps {
  of: FileDescriptor
  width: number
  height: number
  tall?: boolean
}

/** How a file looks: its picture, or what it is. */
export function TilePicture({ of, width, height, tall = false }: TilePictureProps) {
  const at = pictureSized(of, width * 2, height * 2)
  const icon = of.operationStatus === 'FAILED' ? ImageOff : of.operationStatus === 'PENDING' ? LoaderCircle : icons[of.mediaType]
  const isPicture = at !== undefined && of.operationStatus !== 'FAILED'
  return (
    <span className={tall ? 'thumb tall' : 'thumb'} style={{ '--t': '100%' } as React.CSSProperties}>
      {isPicture && <img src={at} alt="" width={width} height={height} loading="lazy" draggable={false} />}
      {icon && (
        <span className={isPicture ? 'kind small' : 'kind'}>
          <Icon of={icon} />
        </span>
      )}
    </span>
  )
}
