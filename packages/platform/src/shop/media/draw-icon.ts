import sharp from 'sharp'

/** A drawing as a PNG of so many pixels in both directions. */
export const drawIcon = async (svg: string, pixels: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 72 * Math.max(1, pixels / 32) })
    .resize(pixels, pixels)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
