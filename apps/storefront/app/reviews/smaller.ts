import { MOST_BYTES } from './write.ts'

const longest = 2048

/** A copy of a picture that is small enough to be sent; the picture itself where a browser cannot make one. */
export async function smaller(file: File): Promise<File> {
  if (file.size <= MOST_BYTES) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return file
  for (const side of [longest, 1600, 1200, 900]) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    if (blob && blob.size <= MOST_BYTES) return new File([blob], file.name, { type: 'image/jpeg' })
  }
  return file
}
